import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../db/client.ts';
import { spoolFolderOf } from '../integrations/files/store.ts';
import { sweepSpool } from '../integrations/files/spool.ts';
import { removeStrays } from '../work/stray-files.ts';
import { defineJob } from './define-job.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 5_000;

interface Expiring {
  table: string;
  moment: string;
  keepMs: number;
  /** SQL, written here and nowhere else. */
  onlyIf?: string;
}

/** What nobody can use any more, and since when. Idempotency keys are kept for the 24 hours that decisions 2 promises. */
const EXPIRING: readonly Expiring[] = [
  { table: 'session', moment: 'expires_at', keepMs: 7 * DAY_MS },
  { table: 'reset_token', moment: 'expires_at', keepMs: 7 * DAY_MS },
  { table: 'idempotency_key', moment: 'created_at', keepMs: DAY_MS },
  { table: 'rate_limit', moment: 'window_start', keepMs: DAY_MS },
  { table: 'contact_reading', moment: 'at', keepMs: HOUR_MS },
  // Only read ones: what nobody has seen yet stays in the bell, however old.
  { table: 'notification', moment: 'created_at', keepMs: 90 * DAY_MS, onlyIf: 'read_at is not null' },
];

/** In batches, so that no statement holds many rows or runs into its timeout. */
export async function purgeExpired(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  for (const { table, moment, keepMs, onlyIf = 'true' } of EXPIRING) {
    const before = new Date(now.getTime() - keepMs);
    for (let removed = BATCH; removed === BATCH;) {
      signal?.throwIfAborted();
      const result = await sql`
        delete from ${sql.table(table)} where ctid in (
          select ctid from ${sql.table(table)} where ${sql.ref(moment)} < ${before} and ${sql.raw(onlyIf)} limit ${BATCH})`.execute(
        db,
      );
      removed = Number(result.numAffectedRows ?? 0);
    }
  }
}

/** Hourly. Safe to repeat: each run removes what is over by then. */
export const purgeExpiredJob = defineJob({
  name: 'platform.purge-expired',
  payload: z.object({}),
  retry: { limit: 3, delaySeconds: 60 },
  expireSeconds: 1_800,
  unique: true,
  cron: '17 * * * *',
  async handler({ db, files, clock, config, job }) {
    await purgeExpired(db, clock(), job.signal);
    await removeStrays({ db, files }, clock(), job.signal);
    await sweepSpool(spoolFolderOf(config), clock());
  },
});
