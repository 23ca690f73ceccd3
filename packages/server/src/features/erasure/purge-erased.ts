import { embeddedSuperuserUrl } from '../../db/embedded/superuser-url.ts';
import { defineCronJob } from '../../jobs/define-job.ts';
import { rewriteErased } from '../../db/rewrite-erased.ts';

/** How long requests may wait for a table that is being rewritten. */
const LOCK_SECONDS = 5;

/** Nightly for the embedded database; for an external one its administrator runs `npm run erasures:purge`. */
export const purgeJob = defineCronJob({
  name: 'erasure.purge',
  retry: { limit: 2, delaySeconds: 600 },
  expireSeconds: 4 * 3600,
  cron: '10 7 * * *',
  async handler(ctx) {
    if (ctx.config.databaseUrl) return;
    const { isIdle, tables, skipped } = await rewriteErased(await embeddedSuperuserUrl(ctx.config), {
      lockSeconds: LOCK_SECONDS,
    });
    if (isIdle) return;
    ctx.log.info({ tables, skipped }, 'tables that had rows of erased persons were rewritten');
  },
});
