import { createDb, createPool, type Db } from '../src/db/client.ts';
import { connectionTo } from '../src/db/connection.ts';
import type { ReplicaRead } from '../src/db/replicas.ts';

/** Stands in for a replica: the same database in read-only sessions, so that a read that writes or locks rows fails its test. */
export function openReadOnly(url: string, db: Db): { read: ReplicaRead; close(): Promise<void> } {
  const readOnly = createDb(
    createPool({ ...connectionTo(url), options: '-c default_transaction_read_only=on' }, { max: 4 }),
  );
  return {
    read: (primary, reading) => reading(primary === db ? readOnly : primary),
    close: () => readOnly.destroy(),
  };
}
