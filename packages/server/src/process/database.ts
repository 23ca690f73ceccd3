import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { addressesOf } from '../db/connection.ts';
import { startEmbedded } from '../db/embedded/supervisor.ts';
import { migrate } from '../db/migrate.ts';
import { installJobSchema } from '../jobs/schema.ts';
import { refuseSharedSessions, refuseWrongOwner } from './check-sessions.ts';

/** `url` has the application's role, `ownerUrl` the one that migrates; the same if not configured. */
type Database = { url: string; ownerUrl: string; stop(): Promise<void> };

/** The configured external PostgreSQL, or the embedded one, which always has two roles. */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  const { databaseUrl: url, databaseOwnerUrl } = config;
  if (url) return { url, ownerUrl: databaseOwnerUrl ?? url, stop: async () => {} };
  const { dataDir, biPort } = config;
  const embedded = await startEmbedded({ dataDir, biPort, log: (event, message) => log.info(event, message) });
  embedded.onDown((reason) => log.error({ reason }, 'PostgreSQL went down and is being started again'));
  return { url: embedded.appUrl, ownerUrl: embedded.url, stop: () => embedded.stop() };
}

/** As the owner if configured; nodes that start together migrate once. Returns the number of applied migrations. */
export async function prepareSchema({ url, ownerUrl }: Database, log: (message: string) => void): Promise<number> {
  await refuseSharedSessions(url);
  if (ownerUrl !== url) await refuseSharedSessions(ownerUrl);
  await refuseWrongOwner(url, ownerUrl);
  const appRole = ownerUrl === url ? undefined : decodeURIComponent(new URL(addressesOf(url)[0]!).username);
  const afterMigrations = () => installJobSchema(ownerUrl, { appRole });
  const { applied } = await migrate(ownerUrl, { appRole, log, afterMigrations });
  return applied.length;
}
