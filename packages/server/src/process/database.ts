import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { addressesOf, connectionTo } from '../db/connection.ts';
import { startEmbedded } from '../db/embedded/supervisor.ts';
import { migrate } from '../db/migrate.ts';
import { installJobSchema } from '../jobs/schema.ts';
import { StartupError } from './startup-error.ts';

interface Database {
  /** The address with the application's role. */
  url: string;
  /** The address with the role that migrates; the same one where the settings name no other. */
  ownerUrl: string;
  stop(): Promise<void>;
}

/** The external PostgreSQL of the settings, or the one that comes with the product, which always has two roles. */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  const { databaseUrl: url, databaseOwnerUrl } = config;
  if (url) return { url, ownerUrl: databaseOwnerUrl ?? url, stop: async () => {} };
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: (event, message) => log.info(event, message) });
  embedded.onDown((reason) => log.error({ reason }, 'PostgreSQL went down and is being started again'));
  return { url: embedded.appUrl, ownerUrl: embedded.url, stop: () => embedded.stop() };
}

/**
 * Migrates the schema, as the owner if the settings name one; nodes that start together do it once. Returns how many
 * migrations were applied.
 */
export async function prepareSchema({ url, ownerUrl }: Database, log: (message: string) => void): Promise<number> {
  await refuseSharedSessions(url);
  if (ownerUrl !== url) await refuseSharedSessions(ownerUrl);
  const appRole = ownerUrl === url ? undefined : decodeURIComponent(new URL(addressesOf(url)[0]!).username);
  const { applied } = await migrate(ownerUrl, {
    appRole,
    log,
    alsoLocked: () => installJobSchema(ownerUrl, { appRole }),
  });
  return applied.length;
}

const SHARED_SESSIONS =
  'Entre Campanero y PostgreSQL hay un intermediario que presta cada conexión por una transacción (PgBouncer con pool_mode = transaction). Así se pierden esperas, avisos y sentencias preparadas: use pool_mode = session, o la dirección de PostgreSQL mismo.';

/**
 * LISTEN, advisory locks, prepared statements and settings belong to a session. Behind a pool that lends its sessions for single
 * transactions, clients that ask one after the other meet in one session or, while it is busy, find themselves in changing ones.
 */
export async function refuseSharedSessions(url: string): Promise<void> {
  const clients = Array.from({ length: 3 }, () => new pg.Client(connectionTo(url)));
  const sessionOf = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
  try {
    const sessions: number[] = [];
    for (const client of clients) {
      client.on('error', () => {});
      await client.connect();
      sessions.push(await sessionOf(client));
    }
    const again = await Promise.all(clients.map(sessionOf));
    if (new Set([...sessions, ...again]).size !== clients.length) throw new StartupError(SHARED_SESSIONS);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}
