import pg from 'pg';
import { standBackBehind } from '../../../jobs/stand-back.ts';

/** A connection outside the pool: for COPY, and for locks that outlast a transaction. Cut when the load is over. */
export async function withClient<T>(
  { databaseUrl, abort }: { databaseUrl: string; abort: AbortController },
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'campanero load',
    // What it writes goes to the disk as it comes: gathered up until a checkpoint asks for it, it would hold up whoever commits then.
    options: '-c client_connection_check_interval=1s -c backend_flush_after=1MB',
  });
  // Told by the query that meets it.
  client.on('error', () => {});
  await client.connect();
  await standBackBehind(client);
  const giveUp = () => void client.end().catch(() => {});
  abort.signal.addEventListener('abort', giveUp);
  try {
    return await use(client);
  } finally {
    abort.signal.removeEventListener('abort', giveUp);
    await client.end().catch(() => {});
  }
}
