import { realpath } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { superuserUrl } from '../../db/embedded/ensure-database.ts';
import { placeData } from '../../db/embedded/place-data.ts';
import { defineCronJob } from '../../jobs/define-job.ts';
import { rewriteErased } from '../../db/rewrite-erased.ts';

/** Requests wait that long for a table at most before it gets its turn; at night there are hardly any. */
const LOCK_SECONDS = 5;

/** Of the database that comes with the product: as its superuser, who may empty the log of writes, too. */
export async function embeddedPurgeUrl({ dataDir }: Pick<Config, 'dataDir'>): Promise<string> {
  const { socketDir } = await placeData(await realpath(dataDir));
  return superuserUrl(socketDir, 'campanero');
}

/** Nightly, for the database that comes with the product; for another one its administrator runs `npm run erasures:purge`. */
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
    ctx.log.info({ tables, skipped }, 'tables that had rows of erased persons were written anew');
  },
});
