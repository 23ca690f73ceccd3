import { z } from 'zod';
import { moveCounters, moveInterestedOutcomes, movesBetween, type CountedCall } from '../counters.ts';
import { isListed } from '../listed.ts';
import { type BlocksLock, type LockedRow, type NumbersLock, lockBlockingShared, lockNumbers } from '../locks.ts';
import { hasRows, isClosed, type RawBuilder, selectColumn, selectRows, sql, type Trx } from '../../db/index.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { transact, type Work } from '../../work/transact.ts';

// Recomputes blocks, denormalised columns and counters in the transaction of the change. Skips calls that others have locked,
// so that setting a flag never waits; `isComplete` is false if there were any.
export async function refreshNumbers(trx: Trx, lock: NumbersLock, now: Date) {
  // Read first: a load that ends in between is either in this list or its calls are visible to the refresh.
  const activeLoads = await listActiveLoads(trx);
  await recomputeBlocks(trx, lock, lock.numbers, now);
  return { isComplete: await refreshUnlocked(trx, lock, lock.numbers), activeLoads };
}

/** Skips calls that another transaction has locked; false if there were any. */
export async function refreshUnlocked(trx: Trx, _lock: NumbersLock | BlocksLock, numbers: readonly number[]) {
  await refreshDenormalised(trx, numbers, { waits: false });
  return !(await hasStaleCalls(trx, numbers));
}

/** Waits for locked rows. Idempotent. */
export const completeRefresh = (trx: Trx, { numbers }: NumbersLock): Promise<void> =>
  refreshDenormalised(trx, numbers, { waits: true });

/** Blocked: any person is do-not-call or under review, all are dead or wrong, or it was marked invalid. Writes only rows that change. */
export async function recomputeBlocks(
  trx: Trx,
  _lock: NumbersLock | BlocksLock,
  numbers: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    with computed as (
      ${computeBlocks(sql`unnest(${[...numbers]}::bigint[])`)}
    ), freed as (
      delete from blocked_number using computed where blocked_number.number = computed.number and computed.reason is null
    )
    insert into blocked_number as b (number, reason, at)
    select number, reason, ${now} from computed where reason is not null order by number
    on conflict (number) do update set reason = excluded.reason where b.reason <> excluded.reason`.execute(trx);
}

/** Block reason of each number of a set-returning expression, null if it is not blocked. */
export const computeBlocks = (numbers: RawBuilder<unknown>) => sql`
  select given.number,
    case
      when p.refused then 'DO_NOT_CALL'
      when p.reviewed then 'IN_REVIEW'
      when exists (select from call where call.number = given.number and call.invalid) then 'INVALID'
      when p.gone and p.dead then 'DEAD'
      when p.gone then 'WRONG'
    end as reason
  from ${numbers} as given (number)
  left join lateral (
    select bool_or(person.do_not_call) as refused, bool_or(person.in_review_since is not null) as reviewed,
      bool_or(person.dead) as dead,      bool_and(person.dead or person_phone.wrong) as gone
    from person_phone join person on person.id = person_phone.person_id
    where person_phone.number = given.number
  ) p on true`;

/** A call before and after the refresh; the other counted columns did not change. */
interface RefreshedCall extends CountedCall, LockedRow<'call'> {
  id: number;
  campaignId: number;
  blockedNow: boolean;
  interestedNow: boolean;
}

// Writes stale calls of unfinished campaigns only, in id order; `waits` for locked rows or skips them. Counters move by the
// values of the locked rows: another scan could see an operator from before a reassignment.
async function refreshDenormalised(trx: Trx, numbers: readonly number[], { waits }: { waits: boolean }): Promise<void> {
  const rows = await selectRows<RefreshedCall>(trx)`
    with stale as (
      select call.id, call.campaign_id, call.operator_id, call.state_id, call.call_count, call.affinity, call.interested,
        call.blocked, call.in_reserve, ${CURRENT_VALUES}
      from call
      join campaign on campaign.id = call.campaign_id and not ${isClosed()}
      join person on person.id = call.person_id
      where call.number = any(${[...numbers]}::bigint[]) and ${IS_STALE}
      order by call.id for update of call ${waits ? sql`` : sql`skip locked`}
    ), written as (
      update call set blocked = stale.blocked_now, interested = stale.interested_now, birth_year = stale.birth_year_now,
        gender = stale.gender_now, district_id = stale.district_now, section_id = stale.section_now,
        subsection_id = stale.subsection_now
      from stale where call.id = stale.id
    )
    select id, campaign_id, operator_id, state_id, call_count, affinity, interested, blocked, in_reserve, blocked_now, interested_now
    from stale order by id`;
  const moves = rows.map((call) =>
    movesBetween(call.campaignId, call, { ...call, blocked: call.blockedNow, interested: call.interestedNow }),
  );
  await moveCounters(trx, { totals: [], figures: moves.flatMap(({ figures }) => figures) });
  const called = rows
    .filter((call) => call.callCount > 0 && call.interested !== call.interestedNow)
    .map((call) => ({ ...call, interested: call.interestedNow }));
  await moveInterestedOutcomes(trx, called);
}

const hasStaleCalls = (trx: Trx, numbers: readonly number[]) =>
  hasRows(trx)`
    select from call
    join campaign on campaign.id = call.campaign_id and not ${isClosed()}
    join person on person.id = call.person_id
    where call.number = any(${[...numbers]}::bigint[]) and ${IS_STALE} limit 1`;

/** Running, with calls not visible yet. Queued loads do not count: they will read the person after the change. */
export const listActiveLoads = (trx: Trx, among?: readonly number[]) =>
  selectColumn<number>(trx)`
    select id from audience_load
    where status = 'RUNNING' and working ${among ? sql`and id = any(${[...among]}::int[])` : sql``}`;

/** These numbers and all other numbers of their persons. */
const selectNumbersOfSamePersons = (trx: Trx, numbers: readonly number[]) =>
  selectColumn<number>(trx)`
    select number from unnest(${[...numbers]}::bigint[]) as given (number)
    union
    select phone.number from person_phone known join person_phone phone on phone.person_id = known.person_id
    where known.number = any(${[...numbers]}::bigint[])
    order by number`;

/** Current value of `call.blocked`, for statements that join campaign and person. Calls of an erased person stay blocked. */
export const IS_BLOCKED = sql`(person.erased_at is not null
  or exists (select from blocked_number where blocked_number.number = call.number)
  or (campaign.obeys_lists and ${isListed}))`;
const BIRTH_YEAR = sql`extract(year from person.birthday)::smallint`;
const CURRENT_VALUES = sql`${IS_BLOCKED} as blocked_now, person.interested as interested_now, ${BIRTH_YEAR} as birth_year_now,
  person.gender::"char" as gender_now, person.district_id as district_now, person.section_id as section_now,
  person.subsection_id as subsection_now`;
export const IS_STALE = sql`(call.blocked, call.interested, call.birth_year, call.gender, call.district_id, call.section_id,
    call.subsection_id) is distinct from (${IS_BLOCKED}, person.interested, ${BIRTH_YEAR}, person.gender::"char",
    person.district_id, person.section_id, person.subsection_id)`;

// In the transaction of the change. Calls locked by others (a segmentation: half a minute) are left to a job, so that setting a
// flag never waits; next-contact reads `blocked_number` itself.
export async function refreshCallsOf({ trx, now, enqueue }: Pick<Work, 'trx' | 'now' | 'enqueue'>, lock: NumbersLock) {
  const { numbers } = lock;
  if (numbers.length === 0) return;
  const { isComplete, activeLoads } = await refreshNumbers(trx, lock, now);
  if (!isComplete) await enqueue(refreshCallsJob, { numbers: [...numbers] });
  await refreshAfterLoads({ now, enqueue }, numbers, activeLoads);
}

/** Running loads may have read the person before the change: their calls are refreshed once they are visible. */
export async function refreshAfterLoads(
  { now, enqueue }: Pick<Work, 'now' | 'enqueue'>,
  numbers: readonly number[],
  loads: number[],
): Promise<void> {
  if (loads.length > 0) await enqueue(refreshCallsJob, { numbers: [...numbers], loads }, { startAfter: later(now) });
}

const AFTER_LOAD_MS = 60_000;
const later = (now: Date) => new Date(now.getTime() + AFTER_LOAD_MS);

// Waits for locked rows; idempotent. `loads` ran at the time of the change and may have copied old data: the job waits until they end.
export const refreshCallsJob = defineJob({
  name: 'contacts.refresh-calls',
  payload: z.object({
    numbers: z.array(z.number().int().positive()),
    loads: z.array(z.number().int().positive()).optional(),
  }),
  retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 120 },
  expireSeconds: 300,
  async handler(ctx, { numbers, loads = [] }) {
    await transact(ctx, { statementTimeoutMs: 150_000 }, async ({ trx, now, enqueue }) => {
      const running = loads.length > 0 ? await listActiveLoads(trx, loads) : [];
      if (running.length > 0) return enqueue(refreshCallsJob, { numbers, loads: running }, { startAfter: later(now) });
      const blocking = await lockBlockingShared(trx);
      // A load may have given those persons other numbers.
      const all = loads.length > 0 ? await selectNumbersOfSamePersons(trx, numbers) : numbers;
      const lock = await lockNumbers(trx, blocking, all);
      if (loads.length > 0) await recomputeBlocks(trx, lock, all, now);
      await completeRefresh(trx, lock);
    });
  },
});
