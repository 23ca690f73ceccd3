import type pg from 'pg';
import { connectionTo } from './connection.ts';
import { lowerPriorityOfBackend } from './low-priority.ts';
import { setUpSession } from './session.ts';
import { withConnection } from './with-connection.ts';

interface DedicatedClientOptions {
  databaseUrl: string;
  connection?: pg.ClientConfig | undefined;
  abort: Pick<AbortController, 'signal'>;
  applicationName?: string;
}

/** A low-priority connection outside the pool, for large streams and for session locks. Closed on abort. */
export function withClient<T>(options: DedicatedClientOptions, use: (client: pg.Client) => Promise<T>) {
  const { databaseUrl, connection = connectionTo(databaseUrl), abort, applicationName = 'campanero load' } = options;
  return withConnection({ ...connection, application_name: applicationName }, async (client) => {
    void lowerPriorityOfBackend(client);
    const close = () => void client.end().catch(() => {});
    abort.signal.addEventListener('abort', close);
    try {
      await setUpSession(client, {
        client_connection_check_interval: '1s',
        // Early writeback: dirty pages left to a checkpoint would delay other sessions' commits.
        backend_flush_after: '1MB',
      });
      return await use(client);
    } finally {
      abort.signal.removeEventListener('abort', close);
    }
  });
}
