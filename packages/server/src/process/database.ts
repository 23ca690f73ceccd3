import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { startEmbedded } from '../db/embedded/supervisor.ts';
import { migrate } from '../db/migrate.ts';
import { installJobSchema } from '../jobs/schema.ts';

export interface Database {
  url: string;
  stop(): Promise<void>;
}

/** The external PostgreSQL of the settings, or the one that comes with the product. */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: (event, message) => log.info(event, message) });
  embedded.onDown((reason) => log.error({ reason }, 'PostgreSQL went down and is being started again'));
  return { url: embedded.url, stop: () => embedded.stop() };
}

/**
 * Schema first, as the owner where there is one of its own; nodes that start together do it once (REL-22).
 * Answers how many migrations were applied.
 */
export async function prepareSchema(config: Config, url: string, log: Logger): Promise<number> {
  const ownerUrl = config.databaseOwnerUrl ?? url;
  const appRole = config.databaseOwnerUrl ? decodeURIComponent(new URL(url).username) : undefined;
  const { applied } = await migrate(ownerUrl, { appRole, log: (message) => log.info(message) });
  await installJobSchema(ownerUrl, { appRole });
  return applied.length;
}
