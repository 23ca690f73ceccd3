import { dayPartBit, TRIED_SETS } from '@campanero/contract/calls/retry';
import { PENDING_STATE } from '@campanero/contract/configuration/schemas';
import { HOLD_MS, CALLBACK_OVERDUE_MS } from '@campanero/contract/limits';
import { prepared, type RawBuilder, selectFirst, selectValue, sql, type Trx } from '../../db/index.ts';
import { isWithinLimits, type CallLimits, isRested, limitsCalls, mayBeCalledAgain } from '../attempts.ts';
import { isListedFor } from '../listed.ts';
import { lockCurrentCall, tryNumberHold, type CampaignLock } from '../locks.ts';
import { isWithinQuotas } from '../quotas.ts';
import { inPartitionOf } from '../range.ts';
import { hasOwnCalls } from '../read/totals.ts';
import type { CampaignWithCalls } from './lock-call.ts';

/*
 * Which call a user gets next. Each group is tried only if those before it are empty. An example at 10:00:
 *
 *   group      a row of it                                        its order
 *   held       held by the user, for the same `current`           (a repeated request gets the same call)
 *   due        own, callback_at 9:55                              not released first, callback_at
 *   overdue    of any operator, callback_at the day before        not released first, callback_at
 *   fresh      Pendiente, never held                              load order
 *   passed     Pendiente, released at 9:30 without an outcome     released_at
 *   undated    No contesta, last_at the day before, no date       not yet tried in the morning first, last_at
 *   undated, released                                             released_at
 *
 * No group has blocked, listed or invalid calls, calls that another user holds, or calls that the calling rules exclude now.
 */

interface NextCallQuery extends Pick<NextRequest, 'userId' | 'current' | 'isReleased' | 'now'> {
  campaignId: number;
  mayBrowseAll: boolean;
  open: (lock: CampaignLock) => Promise<CampaignForNext>;
}
export type TakenCall = { id: number; number: number };
type FoundCall = TakenCall & { isOwn: boolean };

// A user with `mayBrowseAll` and no own calls gets any open call of the campaign. `open` reads the campaign under its lock and may throw.
export async function takeNextCall(trx: Trx, { campaignId, mayBrowseAll, open, ...asked }: NextCallQuery) {
  // Each later statement reads the first call of an index order. With sorting enabled and a low row estimate the planner would read
  // and sort the whole campaign instead.
  const lock = await lockCurrentCall(trx, campaignId, asked.userId, sql`set_config('enable_sort', 'off', true)`);
  const callingCampaign = await open(lock);
  const scope = mayBrowseAll && !(await hasOwnCalls(trx, campaignId, asked.userId)) ? 'all' : 'own';
  const request: NextRequest = { ...asked, callingCampaign, scope, skipped: [] };
  if (!callingCampaign.countsAcross)
    return firstOfGroups(trx, request, (group, mark) =>
      hold(trx, request, {
        found: sql`found as (select call.id from call where ${group}),`,
        id: sql`(select id from found)`,
        mark,
      }),
    );
  // Two requests may find calls to the same number at once. So the call is found and its number locked without waiting; a later
  // statement checks the number again and takes the call.
  for (const skipped: number[] = []; ;) {
    const found = await firstOfGroups(trx, { ...request, skipped }, (group) => find(trx, request, group));
    if (!found) return undefined;
    const { id, number, isOwn } = found;
    const isAllowed = isOwn ? sql`true` : isWithinLimits(callingCampaign, request.now);
    const mayHold = isOwn || (await tryNumberHold(trx, number));
    const taken = mayHold ? await hold(trx, request, { id: sql`${id}::bigint`, isAllowed }) : undefined;
    if (taken) return taken;
    skipped.push(id);
  }
}

/** What `first` returns for the first group that has a call. */
async function firstOfGroups<T>(
  trx: Trx,
  request: NextRequest,
  first: (group: RawBuilder<unknown>, mark?: RawBuilder<unknown>) => Promise<T | undefined>,
): Promise<T | undefined> {
  const firstIn = async (groups: readonly RawBuilder<unknown>[]) => {
    for (const group of groups) {
      const found = await first(group);
      if (found) return found;
    }
    return undefined;
  };
  if (request.isReleased) return firstIn([heldGroup(request), releasedGroup(request)]);
  // Usually no call comes before the never-called ones: this prepared statement reads one row from each of two indexes, while those of
  // the groups are planned for their dates on every request.
  const isWaiting = await selectValue<boolean>(trx)`${prepared} select ${hasWaitingCall(request)}`;
  const waiting = isWaiting ? await firstIn(waitingGroups(request)) : undefined;
  return waiting ?? (await first(freshGroup(request), prepared)) ?? firstIn(restedGroups(request));
}

/** Locks the row. PostgreSQL rechecks a row once it has the lock, so two users never get the same call. */
const find = (trx: Trx, { now }: NextRequest, group: RawBuilder<unknown>) =>
  selectFirst<FoundCall>(trx)`
    select call.id, call.number, coalesce(call.hold_until > ${now}, false) as is_own from call where ${group}`;

interface ToHold {
  id: RawBuilder<unknown>;
  /** CTE that `id` refers to. */
  found?: RawBuilder<unknown>;
  isAllowed?: RawBuilder<unknown>;
  mark?: RawBuilder<unknown> | undefined;
}
/** A segmentation cannot be undone once one of its calls was held. */
async function hold(
  trx: Trx,
  { userId, current, now, callingCampaign }: NextRequest,
  { id, found = sql``, isAllowed = sql`true`, mark = sql`` }: ToHold,
): Promise<TakenCall | undefined> {
  const until = new Date(now.getTime() + HOLD_MS);
  return selectFirst<TakenCall>(trx)`${mark}
    with ${found} taken as (
      update call set hold_by = ${userId}, hold_until = ${until}, hold_for = ${current}, segmentation_id = null
      where call.id = ${id} and ${inCallingCampaign(callingCampaign)} and ${isAllowed} returning id, number
    ), current_call as (
      insert into operator_current_call (user_id, campaign_id, call_id, held_call_id, held_at)
      select ${userId}::int, ${callingCampaign.id}::int, id, id, ${now}::timestamptz from taken
      on conflict (user_id, campaign_id) do update set call_id = excluded.call_id, held_call_id = excluded.held_call_id,
        held_at = excluded.held_at
    )
    select id, number from taken`;
}

/** `retryOtherHours`: calls not yet tried in this part of the day come first among those without a date. */
type CampaignForNext = CampaignWithCalls & CallLimits & { retryOtherHours: boolean; hasQuotas: boolean };
interface NextRequest {
  userId: number;
  /** Id of the call open on the user's screen; 0 for none. */
  current: number;
  now: Date;
  callingCampaign: CampaignForNext;
  scope: 'own' | 'all';
  /** Calls whose number another request is taking. */
  skipped: readonly number[];
  /** Only calls still marked as blocked although they no longer are (a job will clear the mark). */
  isReleased: boolean;
}

/** Whether any call comes before the never-called ones. */
const hasWaitingCall = (request: NextRequest): RawBuilder<unknown> => {
  const soonest = (group: RawBuilder<unknown>) =>
    sql`(select call.id from call where ${group} and ${isOpen(request)} order by call.callback_at limit 1)`;
  return sql`(exists (select from call where ${isStillHeld(request)}) or ${soonest(isDue(request))} is not null
    or ${request.scope === 'own' ? sql`${soonest(isOverdue(request))} is not null` : sql`false`})`;
};

// A group is the condition, order and lock of a statement that selects its first call.

/** The call already taken for the same `current`. */
const heldGroup = (request: NextRequest): RawBuilder<unknown> => sql`${isStillHeld(request)} for update`;

/** The call already taken, the user's due callbacks, then overdue callbacks of any operator. */
const waitingGroups = (request: NextRequest): RawBuilder<unknown>[] => {
  const soonest = (group: RawBuilder<unknown>) =>
    firstOf(request, {
      ids: sql`select call.id from call where ${group} and ${isOpen(request)} order by call.callback_at`,
      still: group,
      order: sql`call.released_at nulls first, call.callback_at, call.id`,
    });
  const overdue = request.scope === 'own' ? [soonest(isOverdue(request))] : [];
  return [heldGroup(request), soonest(isDue(request)), ...overdue];
};

/** Never-called ones in load order; most requests end here. */
const freshGroup = (request: NextRequest): RawBuilder<unknown> => sql`
  ${isNeverCalled(request)} and call.released_at is null and ${IS_UNDATED} and ${isOpen(request)}
  order by ${request.scope === 'own' ? sql`call.operator_id,` : sql``} call.state_id, call.id
  limit 1 for update skip locked`;

// Released without an outcome, then states to be called again without a date: first those not tried in this part of the day;
// released ones last.
const restedGroups = (request: NextRequest): RawBuilder<unknown>[] => {
  const inScope = isInScope(request);
  const open = isOpen(request);
  const isOwn = request.scope === 'own';
  const { rules, retryOtherHours } = request.callingCampaign;
  // Only one user takes from an own queue; the first calls of a shared one may all be held by others.
  const probes = sql.lit(isOwn ? 5 : 200);
  const wasReleased = sql`call.state_id = ${sql.lit(PENDING_STATE)} and call.released_at is not null and ${IS_UNDATED}`;
  // State flags are not denormalised: changing one would rewrite millions of calls.
  const candidates = (probe: RawBuilder<unknown>, sets: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    select probe.id from state ${sets} cross join lateral (
      select call.id from call
      where ${inScope} and call.state_id = state.id and ${mayBeCalledAgain(rules, request.now)} and ${probe} and ${open}
      order by ${order} limit ${probes}
    ) probe where state.callback`;
  const inTurn = retryOtherHours ? sql`${isNotRetry(request)}, call.last_at` : sql`call.last_at`;
  const undated = sql`call.released_at is null`;
  const still = isRested(rules, request.now);
  return [
    firstOf(request, {
      ids: sql`
        select call.id from call where ${inScope} and ${wasReleased} and ${open} order by call.operator_id, call.state_id, call.released_at`,
      still: wasReleased,
      order: sql`call.released_at, call.id`,
    }),
    firstOf(request, {
      // One operator's index is ordered by time for each state and set of tried parts, so a few reads suffice. No index has that
      // order for a whole campaign: there each state's calls are sorted.
      ids: isOwn
        ? candidates(sql`${undated} and call.tried_parts = tried.parts`, EVERY_TRIED_SET, sql`call.last_at`)
        : candidates(undated, sql``, inTurn),
      still,
      order: sql`${inTurn}, call.id`,
    }),
    firstOf(request, {
      ids: candidates(sql`call.released_at is not null`, sql``, sql`call.released_at`),
      still,
      order: sql`call.released_at, call.id`,
    }),
  ];
};

/** Calls still marked as blocked, along the index of marked calls. Overdue callbacks of others wait for the job that clears the marks. */
const releasedGroup = (request: NextRequest): RawBuilder<unknown> => sql`
  ${isInScope(request)} and ${isOpen(request)}
    and (call.state_id = ${sql.lit(PENDING_STATE)} and call.callback_at is null or ${isDue(request)}
      or call.state_id in (select id from state where callback)
        and ${mayBeCalledAgain(request.callingCampaign.rules, request.now)})
  order by call.operator_id, call.state_id limit 1 for update skip locked`;

// `ids` finds candidates along the index that has their order. The outer condition repeats only what may have changed before
// the lock (`still`): with all conditions the planner might read the whole campaign.
const firstOf = (
  request: NextRequest,
  { ids, still, order }: Record<'ids' | 'still' | 'order', RawBuilder<unknown>>,
): RawBuilder<unknown> => sql`
  call.id = any(array(${ids})) and ${inPartitionOf(request.callingCampaign)} and ${still} and ${isFreeRow(request)}
  order by ${order} limit 1 for update skip locked`;

const inCallingCampaign = (campaign: CampaignWithCalls) =>
  sql`call.campaign_id = ${campaign.id} and ${inPartitionOf(campaign)}`;
/** The call taken for the same `current` and still held. */
const isStillHeld = (request: NextRequest) => sql`
  call.id = (select call_id from operator_current_call
    where user_id = ${request.userId} and campaign_id = ${request.callingCampaign.id})
  and ${inCallingCampaign(request.callingCampaign)} and call.hold_by = ${request.userId} and call.hold_for = ${request.current}
  and call.hold_until > ${request.now} and ${isCallableRow(request)} and ${isNumberOpen(request)}`;
const isOverdue = ({ now }: NextRequest) => sql`call.callback_at <= ${new Date(now.getTime() - CALLBACK_OVERDUE_MS)}`;
const isDue = (request: NextRequest) =>
  request.scope === 'own'
    ? sql`call.operator_id = ${request.userId} and call.callback_at <= ${request.now}`
    : // A callback belongs to its operator until it is overdue.
      sql`call.callback_at <= ${request.now} and (call.operator_id is null or ${isOverdue(request)})`;
const isInScope = ({ scope, userId }: NextRequest) => (scope === 'own' ? sql`call.operator_id = ${userId}` : sql`true`);
/** Ranges and part of the order: with `=` the planner may pick an index that scans past half a million finished or foreign calls. */
const isNeverCalled = ({ scope, userId }: NextRequest) => sql`call.state_id between 1 and 1
  and ${scope === 'own' ? sql`call.operator_id between ${userId} and ${userId}` : sql`true`}`;
/** Who was never called may have asked by a link for a call at a certain hour. */
const IS_UNDATED = sql`call.callback_at is null`;
/** Conditions on the row itself, which may change until it is locked. */
const isCallableRow = ({ callingCampaign, now, isReleased }: NextRequest) =>
  sql`${isReleased ? WAS_BLOCKED : sql`not call.blocked`} and not call.invalid and not call.in_reserve${withinLimits(callingCampaign, now)}`;
/** Marked as blocked, and not because the person was erased: isNumberOpen() checks the other reasons itself. */
const WAS_BLOCKED = sql`call.blocked and (select person.erased_at from person where person.id = call.person_id) is null`;
/** Empty without limits, so that the plans of most installations do not change. */
const withinLimits = (limits: CallLimits, now: Date) =>
  limitsCalls(limits) ? sql` and ${isWithinLimits(limits, now)}` : sql``;
/** Empty without quotas, likewise. */
const withinQuotas = ({ callingCampaign, now }: NextRequest) =>
  callingCampaign.hasQuotas ? sql` and ${isWithinQuotas(now)}` : sql``;
/** `call.blocked` may be stale, so `blocked_number` and the block lists are read too: a block counts from its commit. */
const isNumberOpen = ({ callingCampaign }: NextRequest) => sql`
  not exists (select from blocked_number where blocked_number.number = call.number) and not ${isListedFor(callingCampaign.id)}`;
/** Not held, not even by the user, and not open on the user's screen. */
const isFreeRow = (request: NextRequest) => sql`call.id <> ${request.current}${notSkipped(request)}
  and ${isCallableRow(request)}${withinQuotas(request)} and (call.hold_until is null or call.hold_until <= ${request.now})`;
const notSkipped = ({ skipped }: NextRequest) =>
  skipped.length === 0 ? sql`` : sql` and call.id <> all(${[...skipped]}::bigint[])`;
const isOpen = (request: NextRequest) =>
  sql`${inCallingCampaign(request.callingCampaign)} and ${isFreeRow(request)} and ${isNumberOpen(request)}`;

const EVERY_TRIED_SET = sql`cross join unnest(${sql.lit(`{${TRIED_SETS.join(',')}}`)}::smallint[]) as tried (parts)`;
/** Sort key that puts retries first: isRetry() of the contract, for calls without a date. */
const isNotRetry = ({ now }: NextRequest) => sql`(call.tried_parts & ${sql.lit(dayPartBit(now))} <> 0
  or call.state_id <> all(array(select id from state where callback and not contactability)))`;
