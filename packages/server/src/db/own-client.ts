import pg from 'pg';
import { connectionTo } from './connection.ts';
import { lowerPriorityOfBackend } from './low-priority.ts';
import { setUpSession } from './session.ts';

interface OwnClientOptions {
  databaseUrl: string;
  /** Leads elsewhere: to a replica. */
  connection?: pg.ClientConfig | undefined;
  abort: Pick<AbortController, 'signal'>;
  applicationName?: string;
}

/**
 * A connection outside the pool, at a low priority: for streams of very many rows, and for locks that outlast a transaction. Closed
 * when the work is aborted.
 */
export async function withClient<T>(
  { databaseUrl, connection = connectionTo(databaseUrl), abort, applicationName = 'campanero load' }: OwnClientOptions,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    application_name: applicationName,
  });
  // The query under way reports it.
  client.on('error', () => {});
  await client.connect();
  void lowerPriorityOfBackend(client);
  const giveUp = () => void client.end().catch(() => {});
  abort.signal.addEventListener('abort', giveUp);
  try {
    await setUpSession(client, {
      client_connection_check_interval: '1s',
      // What it writes goes to the disk as it comes: gathered up until a checkpoint asks for it, it would hold up others' commits.
      backend_flush_after: '1MB',
    });
    return await use(client);
  } finally {
    abort.signal.removeEventListener('abort', giveUp);
    await client.end().catch(() => {});
  }
}
