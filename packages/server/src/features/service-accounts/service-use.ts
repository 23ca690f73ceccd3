import { formatDateTime, formatTime } from '@campanero/contract/shared/dates';
import { sumOf } from '@campanero/contract/shared/numbers';
import { type Db, prepared, type RawBuilder, run, selectRows, sql } from '../../db/index.ts';
import { defineCronJob } from '../../jobs/define-job.ts';
import { type AuditRecord, type AuditValues, type Ctx, transact, userAudit } from '../../work/index.ts';

const HOUR_MS = 3_600_000;
export const hourOf = (now: Date) => new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);

type Use = { hour: Date; route: string };

/** As part of another statement: one more request of each selected account. */
export const countCall = (accounts: RawBuilder<unknown>, { hour, route }: Use) => sql`
  insert into service_use as use (user_id, hour, route, calls)
  select caller.user_id, ${hour}::timestamptz, ${route}::text, 1 from (${accounts}) as caller (user_id)
  on conflict (user_id, hour, route) do update set calls = use.calls + 1`;

/** The request that was counted was answered with an error. */
export const markRefused = (db: Db, { userId, hour, route }: Use & { userId: number }) =>
  run(db)`${prepared}
    update service_use set refused = refused + 1
    where user_id = ${userId}::int and hour = ${hour}::timestamptz and route = ${route}::text`;

interface Untold {
  userId: number;
  hour: Date;
  route: string;
  calls: number;
  refused: number;
}

/** Requests of the last hour may still be running. */
const SETTLED_MS = 5 * 60_000;
const ACCOUNTS_AT_ONCE = 50;

// One audit record per account and hour: every request stands in the audit, without a record for each of thousands a minute.
// Told and counted as told in one transaction; what arrives later is told by the next run.
const tellUse = (ctx: Ctx): Promise<number> =>
  transact(ctx, async ({ trx, now, auditEach }) => {
    const before = hourOf(new Date(now.getTime() - SETTLED_MS));
    const rows = await selectRows<Untold>(trx)`
      with due as (
        select distinct user_id, hour from service_use
        where (calls > told_calls or refused > told_refused) and hour < ${before}
        order by hour, user_id limit ${ACCOUNTS_AT_ONCE}),
      untold as (
        select use.user_id, use.hour, use.route, told_calls as old_calls, told_refused as old_refused
        from service_use use join due using (user_id, hour) for update of use)
      update service_use use set told_calls = calls, told_refused = refused
      from untold where use.user_id = untold.user_id and use.hour = untold.hour and use.route = untold.route
        and (use.calls > old_calls or use.refused > old_refused)
      returning use.user_id, use.hour, use.route, calls - old_calls as calls, refused - old_refused as refused`;
    const records = [...Map.groupBy(rows, ({ userId, hour }) => `${userId} ${hour.getTime()}`).values()].map(recordOf);
    if (records.length > 0) await auditEach(records);
    return records.length;
  });

function recordOf(rows: Untold[]): AuditRecord {
  const { userId, hour } = rows[0]!;
  const refused = sumOf(rows, 'refused');
  const byRoute = rows
    .toSorted((a, b) => b.calls - a.calls || a.route.localeCompare(b.route))
    .map(({ route, calls, refused: failed }) => [route, failed > 0 ? `${calls}, con error ${failed}` : calls]);
  const values: AuditValues = Object.fromEntries(byRoute);
  return userAudit(userId, 'ACCIÓN', {
    userId,
    after: {
      Acción: 'Uso de la cuenta de servicio',
      Hora: `${formatDateTime(hour)} a ${formatTime(new Date(hour.getTime() + HOUR_MS))}`,
      Solicitudes: sumOf(rows, 'calls'),
      'Con error': refused || undefined,
      ...values,
    },
  });
}

export const tellUseJob = defineCronJob({
  name: 'service-accounts.tell-use',
  retry: { limit: 3, delaySeconds: 60 },
  expireSeconds: 600,
  cron: '7 * * * *',
  async handler(ctx) {
    while ((await tellUse(ctx)) === ACCOUNTS_AT_ONCE) ctx.job.signal.throwIfAborted();
  },
});
