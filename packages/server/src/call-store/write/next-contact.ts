import { CALL_REST_MS, CALLBACK_OVERDUE_MS, CALLS_A_DAY_MAX, HOLD_MS } from '@campanero/contract/limits';
import { productDay } from '@campanero/contract/shared/dates';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { lockDesk } from '../locks.ts';
import { inLeafOf } from '../range.ts';
import type { CallPlace } from './lock-call.ts';

export interface Asking {
  userId: number;
  /** The call one is on; 0 for none. */
  current: number;
  workplace: CallPlace;
  /** Own calls only, or every open call of the campaign (a manager without own ones). */
  scope: 'own' | 'all';
  now: Date;
}
export interface TakenCall {
  id: number;
  number: number;
}

/**
 * What a request for the next contact begins with. What is read afterwards is read by later statements, each the first call of
 * an order. Sorting is off, so that the planner walks the index of that order whatever the statistics say: where it expects
 * few calls it would read, and sort, the whole campaign.
 */
export const enterDesk = (trx: Trx, campaignId: number, userId: number): Promise<void> =>
  lockDesk(trx, campaignId, userId, sql`set_config('enable_sort', 'off', true)`);

/** The next call of the caller's queue, held for them (decisions 5): waiting ones, never-called ones, then those to be called again. */
export async function takeNext(trx: Trx, asking: Asking): Promise<TakenCall | undefined> {
  const waiting = (await hasWaiting(trx, asking)) ? await takeWaiting(trx, asking) : undefined;
  return waiting ?? (await takeFresh(trx, asking)) ?? takeRested(trx, asking);
}

/**
 * Whether anything may come before never-called ones. Most requests find nothing here, and asking is cheap: plans that are kept
 * walk two indexes by date for one row each. A plan for the groups themselves has to be made for its dates at each request.
 */
async function hasWaiting(trx: Trx, asking: Asking): Promise<boolean> {
  const { scope } = asking;
  const soonest = (group: RawBuilder<unknown>) =>
    sql`(select call.id from call where ${group} and ${isOpen(asking)} order by call.callback_at limit 1)`;
  const { rows } = await sql<{ found: boolean }>`${prepared}
    select exists (${again(asking)}) or ${soonest(isDue(asking))} is not null
      or ${scope === 'own' ? sql`${soonest(isOverdue(asking))} is not null` : sql`false`} as found`.execute(trx);
  return rows[0]?.found ?? false;
}

/**
 * Takes the next call and holds it, in one statement (model 4): each group locks at most one row, skipping those that
 * somebody is taking at this moment, and only if the groups before it gave none. PostgreSQL looks at a row again once it has
 * its lock, so a call that was taken meanwhile is passed over: two people never get the same one.
 * The blocked flag on the call is a copy; `blocked_number` is asked besides, so that a flag counts from its commit (AUD-05).
 *
 * First what hasWaiting found: the call one was given for the same `current`, due callbacks, those overdue of anybody.
 */
const takeWaiting = (trx: Trx, asking: Asking): Promise<TakenCall | undefined> => {
  const soonest = (group: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
    firstOf(asking, {
      ids: sql`select call.id from call where ${group} and ${isOpen(asking)} order by call.callback_at`,
      still: sql`${group} and ${before}`,
      order: sql`call.passed_at nulls first, call.callback_at, call.id`,
    });
  return take(trx, asking, {
    again: sql`${again(asking)} for update`,
    due: soonest(isDue(asking), sql`not exists (select from again)`),
    overdue: soonest(
      isOverdue(asking),
      sql`${asking.scope === 'own'} and not exists (select from again) and not exists (select from due)`,
    ),
  });
};

/** Never-called ones in load order: what most requests end with. */
const takeFresh = (trx: Trx, asking: Asking): Promise<TakenCall | undefined> =>
  take(
    trx,
    asking,
    {
      fresh: sql`
        select id from call
        where ${isNeverCalled(asking)} and call.passed_at is null and ${isOpen(asking)}
        order by ${asking.scope === 'own' ? sql`call.operator_id,` : sql``} call.state_id, call.id
        limit 1 for update skip locked`,
    },
    prepared,
  );

/** Never-called ones that were let go, then states to be called again without a date, the longest untouched first. */
const takeRested = (trx: Trx, asking: Asking): Promise<TakenCall | undefined> => {
  const mine = isMine(asking);
  const open = isOpen(asking);
  // Own queues have one taker; on a shared one the first few may all be in somebody's hands.
  const probes = sql.lit(asking.scope === 'own' ? 5 : 200);
  const wasPassed = sql`call.state_id = 1 and call.passed_at is not null`;
  // The state's flag is not copied on the call: changing an action would rewrite millions of them.
  const undated = (passed: RawBuilder<unknown>, order: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
    firstOf(asking, {
      ids: sql`
        select probe.id from state cross join lateral (
          select call.id from call
          where ${mine} and call.state_id = state.id and ${isRested(asking)} and ${passed} and ${open}
          order by ${order} limit ${probes}
        ) probe where state.callback`,
      still: sql`${isUntouched(asking)} and ${before}`,
      order: sql`${order}, call.id`,
    });
  return take(trx, asking, {
    passed: firstOf(asking, {
      ids: sql`
        select call.id from call where ${mine} and ${wasPassed} and ${open} order by call.operator_id, call.passed_at`,
      still: wasPassed,
      order: sql`call.passed_at, call.id`,
    }),
    undated: undated(sql`call.passed_at is null`, sql`call.last_at`, sql`not exists (select from passed)`),
    undated_passed: undated(
      sql`call.passed_at is not null`,
      sql`call.passed_at`,
      sql`not exists (select from passed) and not exists (select from undated)`,
    ),
  });
};

/**
 * The first call of a group, locked. `ids` are found along the one index that has their order. By these the calls are looked
 * up, and of the group's conditions only those are repeated that may have changed before the lock: with all of them the
 * planner might go through the whole campaign instead.
 */
const firstOf = (
  asking: Asking,
  { ids, still, order }: Record<'ids' | 'still' | 'order', RawBuilder<unknown>>,
): RawBuilder<unknown> => sql`
  select call.id from call
  where call.id = any(array(${ids})) and ${inLeafOf(asking.workplace)} and ${still} and ${isFree(asking)}
  order by ${order} limit 1 for update skip locked`;

/** Of the groups, in their order, the first that gives a call. */
async function take(
  trx: Trx,
  asking: Asking,
  groups: Record<string, RawBuilder<unknown>>,
  mark: RawBuilder<unknown> = sql``,
): Promise<TakenCall | undefined> {
  const { userId, current, now, workplace } = asking;
  const named = Object.entries(groups).map(([name, group]) => sql`${sql.id(name)} as (${group})`);
  const ids = Object.keys(groups).map((name) => sql`select id from ${sql.id(name)}`);
  const until = new Date(now.getTime() + HOLD_MS);
  // Undoing a segmentation is over once one of its calls was held, hence segmentation_id (decisions 5).
  const { rows } = await sql<TakenCall>`${mark}
    with ${sql.join(named)}, taken as (
      update call set hold_by = ${userId}, hold_until = ${until}, hold_for = ${current}, segmentation_id = null
      where call.id = (${sql.join(ids, sql` union all `)} limit 1) and ${inCampaign(asking)} returning id, number
    ), desk as (
      insert into operator_desk (user_id, campaign_id, call_id) select ${userId}::int, ${workplace.id}::int, id from taken
      on conflict (user_id, campaign_id) do update set call_id = excluded.call_id
    )
    select id, number from taken`.execute(trx);
  return rows[0];
}

const inCampaign = ({ workplace }: Asking) => sql`call.campaign_id = ${workplace.id} and ${inLeafOf(workplace)}`;
/** The call that the caller was given for the same `current` and still holds. */
const again = (asking: Asking) => sql`
  select id from call
  where id = (select call_id from operator_desk where user_id = ${asking.userId} and campaign_id = ${asking.workplace.id})
    and ${inCampaign(asking)} and hold_by = ${asking.userId} and hold_for = ${asking.current} and hold_until > ${asking.now}
    and ${isCallable}`;
const isOverdue = ({ now }: Asking) => sql`call.callback_at <= ${new Date(now.getTime() - CALLBACK_OVERDUE_MS)}`;
const isDue = (asking: Asking) =>
  asking.scope === 'own'
    ? sql`call.operator_id = ${asking.userId} and call.callback_at <= ${asking.now}`
    : // A colleague's callback is theirs until it is overdue.
      sql`call.callback_at <= ${asking.now} and (call.operator_id is null or ${isOverdue(asking)})`;
const isMine = ({ scope, userId }: Asking) => (scope === 'own' ? sql`call.operator_id = ${userId}` : sql`true`);
/**
 * State 1, and one's own where only those are meant, said as spans and sorted by: with `=` the planner may walk another index
 * in the same order, past everything that was done already or is somebody else's (with half a million done, half a million
 * rows for each request).
 */
const isNeverCalled = ({ scope, userId }: Asking) => sql`call.state_id between 1 and 1
  and ${scope === 'own' ? sql`call.operator_id between ${userId} and ${userId}` : sql`true`}`;
const isCallable = sql`not call.blocked and not call.invalid
  and not exists (select from blocked_number where blocked_number.number = call.number)`;
/** In nobody's hands, the caller's own included, and not the one they are on. */
const isFree = ({ current, now }: Asking) => sql`call.id <> ${current} and ${isCallable}
  and (call.hold_until is null or call.hold_until <= ${now})`;
const isOpen = (asking: Asking) => sql`${inCampaign(asking)} and ${isFree(asking)}`;
/** Nobody registered on it within the hour. */
const isUntouched = ({ now }: Asking) => sql`call.last_at <= ${new Date(now.getTime() - CALL_REST_MS)}`;
const isRested = (asking: Asking) => sql`call.call_count > 0 and call.callback_at is null and ${isUntouched(asking)}
  and (call.day is distinct from ${productDay(asking.now)}::date or call.day_count < ${CALLS_A_DAY_MAX})`;
