import { realpath } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { superuserUrl } from '../../db/embedded/ensure-database.ts';
import { placeData } from '../../db/embedded/place-data.ts';
import { defineCronJob } from '../../jobs/define-job.ts';
import { rewriteErased } from '../../db/rewrite-erased.ts';

/** How long requests may wait for a table that is being rewritten. */
const LOCK_SECONDS = 5;

/** Superuser URL of the embedded database: only a superuser may truncate the WAL, too. */
export async function embeddedPurgeUrl({ dataDir }: Pick<Config, 'dataDir'>): Promise<string> {
  const { socketDir } = await placeData(await realpath(dataDir));
  return superuserUrl(socketDir, 'campanero');
}

/** Nightly for the embedded database; for an external one its administrator runs `npm run erasures:purge`. */
export const purgeJob = defineCronJob({
  name: 'erasure.purge',
  retry: { limit: 2, delaySeconds: 600 },
  expireSeconds: 4 * 3600,
  cron: '10 7 * * *',
  async handler(ctx) {
    if (ctx.config.databaseUrl) return;
    const { isIdle, tables, skipped } = await rewriteErased(await embeddedPurgeUrl(ctx.config), {
      lockSeconds: LOCK_SECONDS,
    });
    if (isIdle) return;
    ctx.log.info({ tables, skipped }, 'tables that had rows of erased persons were rewritten');
  },
});
