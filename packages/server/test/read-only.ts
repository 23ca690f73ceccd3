import { createDb, createPool, type Db } from '../src/db/client.ts';
import { connectionTo } from '../src/db/connection.ts';
import type { ReadElsewhere } from '../src/db/replicas.ts';

/**
 * Stands in for a replica: the same database in sessions that may not write. Whatever is sent to a replica and writes or locks rows
 * fails in its own tests.
 */
export function openReadOnly(url: string, db: Db): { read: ReadElsewhere; close(): Promise<void> } {
  const readOnly = createDb(
    createPool({ ...connectionTo(url), options: '-c default_transaction_read_only=on' }, { max: 4 }),
  );
  return {
    read: (primary, reading) => reading(primary === db ? readOnly : primary),
    close: () => readOnly.destroy(),
  };
}
