import { REJECTED_ROWS_DAYS } from '@campanero/contract/limits';
import type { KeepPeriods, KeptKind } from '@campanero/contract/retention/endpoints';
import { countWritten, type Db, type RawBuilder, selectRow, sql } from '../db/index.ts';
import { spoolFolderOf } from '../integrations/files/store.ts';
import { sweepSpool } from '../integrations/files/spool.ts';
import { outboxFolderOf, sweepOutbox } from '../integrations/mailer/outbox.ts';
import { removeFirstPassword } from '../work/first-password.ts';
import { removeOrphans } from '../work/orphan-files.ts';
import { defineCronJob } from './define-job.ts';
import { findKeepPeriods } from './keep-periods.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 5_000;

interface ExpiringRows {
  table: string;
  /** Default: all rows of the table. */
  which?: { name: string; are: RawBuilder<unknown> };
  /** Fixed, or set by administrators. */
  keepMs: number | KeptKind;
  /** Column of the date, or the condition for rows from before a date. */
  dated: string | ((before: Date) => RawBuilder<unknown>);
}

const isExpired = ({ dated }: ExpiringRows, before: Date) =>
  typeof dated === 'string' ? sql`${sql.ref(dated)} < ${before}` : dated(before);

/** Retention per table. Idempotency keys: the 24 hours of rule api/idempotency-key. */
const EXPIRING: readonly ExpiringRows[] = [
  { table: 'session', keepMs: 7 * DAY_MS, dated: 'expires_at' },
  { table: 'device_mark', keepMs: 180 * DAY_MS, dated: 'seen_at' },
  { table: 'reset_token', keepMs: 7 * DAY_MS, dated: 'expires_at' },
  { table: 'idempotency_key', keepMs: DAY_MS, dated: 'created_at' },
  { table: 'rate_limit', keepMs: DAY_MS, dated: 'window_start' },
  { table: 'directory_flow', keepMs: HOUR_MS, dated: 'expires_at' },
  { table: 'directory_logout', keepMs: DAY_MS, dated: 'at' },
  { table: 'contact_reading', keepMs: HOUR_MS, dated: 'at' },
  { table: 'service_use', keepMs: 90 * DAY_MS, dated: 'hour' },
  { table: 'service_key', keepMs: 90 * DAY_MS, dated: 'valid_until' },
  {
    table: 'notification',
    which: { name: 'read', are: sql`read_at is not null` },
    keepMs: 90 * DAY_MS,
    dated: 'created_at',
  },
  {
    table: 'notification',
    which: { name: 'unread', are: sql`read_at is null` },
    keepMs: 'notifications',
    dated: 'created_at',
  },
  { table: 'note', keepMs: 'notes', dated: 'updated_at' },
  { table: 'mail', keepMs: 'inbox', dated: 'created_at' },
  {
    table: 'rejected_row',
    keepMs: REJECTED_ROWS_DAYS * DAY_MS,
    dated: (before) => sql`load_id in (select id from audience_load where finished_at < ${before})`,
  },
  {
    table: 'block_list_rejected',
    keepMs: REJECTED_ROWS_DAYS * DAY_MS,
    dated: (before) => sql`load_id in (select id from block_list_load where finished_at < ${before})`,
  },
];

/** When a load's rejected rows are deleted; null if there are none (any more). Cancelled loads keep none. */
export function rejectedUntil(
  { status, rejected, finishedAt }: { status: string; rejected: number; finishedAt: Date | null },
  now: Date,
): Date | null {
  if (finishedAt === null || rejected === 0 || status === 'CANCELLED') return null;
  const until = new Date(finishedAt.getTime() + REJECTED_ROWS_DAYS * DAY_MS);
  return until > now ? until : null;
}

const ALL = sql`true`;
const keptMs = (keepMs: number | KeptKind, periods: KeepPeriods) =>
  typeof keepMs === 'number' ? keepMs : periods[keepMs] * DAY_MS;

/** In batches, so that no statement locks many rows or times out. */
export async function purgeExpired(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const periods = await findKeepPeriods(db);
  for (const rows of EXPIRING) {
    const { table, which, keepMs } = rows;
    const before = new Date(now.getTime() - keptMs(keepMs, periods));
    for (let removed = BATCH; removed === BATCH;) {
      signal?.throwIfAborted();
      removed = await countWritten(db)`
        delete from ${sql.table(table)} where ctid in (
          select ctid from ${sql.table(table)} where ${which?.are ?? ALL} and ${isExpired(rows, before)} limit ${BATCH})`;
    }
  }
}

export const countExpiring = (db: Db, now: Date, periods: KeepPeriods) =>
  Promise.all(
    EXPIRING.map(async (rows) => {
      const { table, which, keepMs } = rows;
      const kept = keptMs(keepMs, periods);
      const counts = await selectRow<{ total: number; due: number }>(db)`
        select count(*) as total, count(*) filter (where ${isExpired(rows, new Date(now.getTime() - kept))}) as due
        from ${sql.table(table)} where ${which?.are ?? ALL}`;
      return {
        name: which ? `${table} ${which.name}` : table,
        thing: typeof keepMs === 'number' ? null : keepMs,
        keepMs: kept,
        ...counts,
      };
    }),
  );

export const outboxBefore = (now: Date, { outbox }: KeepPeriods) => new Date(now.getTime() - outbox * DAY_MS);

export const purgeExpiredJob = defineCronJob({
  name: 'platform.purge-expired',
  retry: { limit: 3, delaySeconds: 60 },
  expireSeconds: 1_800,
  cron: '17 * * * *',
  async handler({ db, files, clock, config, log, job }) {
    await purgeExpired(db, clock(), job.signal);
    await removeOrphans({ db, files }, clock(), job.signal);
    await sweepSpool(spoolFolderOf(config), clock());
    await removeFirstPassword({ db, config, log });
    await sweepOutbox(outboxFolderOf(config), outboxBefore(clock(), await findKeepPeriods(db)), job.signal);
  },
});
