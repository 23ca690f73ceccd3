import pg from 'pg';

/** A connection outside the pool, closed afterwards. */
export async function withConnection<T>(
  config: string | pg.ClientConfig,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  // A lost connection fails the next query; without a listener it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}
