import { HOLD_MS } from '@campanero/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { selectRows } from '../../db/select.ts';
import { prepared } from '../../db/prepared.ts';
import { isWithinLimits } from '../attempts.ts';
import { lockCurrentCall, triesNumberHold, type CampaignLock } from '../locks.ts';
import { hasOwnCalls } from '../read/totals.ts';
import {
  freshGroup,
  type Groups,
  hasWaitingCall,
  inCallingCampaign,
  type NextRequest,
  releasedGroups,
  restedGroups,
  waitingGroups,
  type CampaignForNext,
} from './next-groups.ts';

interface NextCallQuery {
  campaignId: number;
  userId: number;
  /** Id of the call open on the user's screen; 0 for none. */
  current: number;
  mayBrowseAll: boolean;
  /** Look for calls still marked as blocked although no list blocks them any more. */
  isReleased: boolean;
  open: (lock: CampaignLock) => Promise<CampaignForNext>;
  now: Date;
}
export interface TakenCall {
  id: number;
  number: number;
}
interface FoundCall extends TakenCall {
  /** The user holds it already; skip further checks. */
  isOwn: boolean;
  /** No other request is taking its number. */
  isLocked: boolean;
}

/**
 * Holds and returns the next call of the user's queue: callbacks, never-called ones, then retries. A user with `mayBrowseAll` and no
 * calls of their own gets any open call of the campaign. `open` reads the campaign under its lock and may throw.
 */
export async function takeNextCall(trx: Trx, query: NextCallQuery): Promise<TakenCall | undefined> {
  const { campaignId, userId, current, now, mayBrowseAll, isReleased } = query;
  // Each later statement reads the first call of an index order. With sorting enabled and a low row estimate the planner would read
  // and sort the whole campaign instead.
  const lock = await lockCurrentCall(trx, campaignId, userId, sql`set_config('enable_sort', 'off', true)`);
  const callingCampaign = await query.open(lock);
  const browsesAll = mayBrowseAll && !(await hasOwnCalls(trx, campaignId, userId));
  const request: NextRequest = {
    callingCampaign,
    userId,
    current,
    now,
    scope: browsesAll ? 'all' : 'own',
    skipped: [],
    isReleased,
  };
  return callingCampaign.countsAcross ? takeAcross(trx, request) : firstGroup(trx, request, take);
}

/** Takes or finds the first call of the groups. */
type TakeFirst<T> = (
  trx: Trx,
  request: NextRequest,
  groups: Groups,
  mark?: RawBuilder<unknown>,
) => Promise<T | undefined>;

async function firstGroup<T>(trx: Trx, request: NextRequest, first: TakeFirst<T>): Promise<T | undefined> {
  if (request.isReleased) return first(trx, request, releasedGroups(request));
  const waiting = (await hasWaiting(trx, request)) ? await first(trx, request, waitingGroups(request)) : undefined;
  return (
    waiting ?? (await first(trx, request, freshGroup(request), prepared)) ?? first(trx, request, restedGroups(request))
  );
}

/**
 * With attempts counted across campaigns, two requests may find calls to the same number at once. So the call is found and its number
 * locked without waiting; a later statement checks the number again and takes the call. If another request has the number locked, the
 * next call is tried.
 */
async function takeAcross(trx: Trx, request: NextRequest): Promise<TakenCall | undefined> {
  for (const skipped: number[] = []; ;) {
    const found = await firstGroup(trx, { ...request, skipped }, findFirst);
    if (!found) return undefined;
    const { id, isOwn, isLocked } = found;
    const isAllowed = isOwn ? sql`true` : isWithinLimits(request.callingCampaign, request.now);
    const taken = isLocked ? await holdCall(trx, request, { id: sql`${id}::bigint`, isAllowed }) : undefined;
    if (taken) return taken;
    skipped.push(id);
  }
}

/**
 * Whether any call comes before the never-called ones. Usually none: this prepared statement reads one row from each of two indexes,
 * while the statement of waitingGroups() is planned for its dates on every request.
 */
async function hasWaiting(trx: Trx, request: NextRequest): Promise<boolean> {
  const rows = await selectRows<{ found: boolean }>(trx)`${prepared} select ${hasWaitingCall(request)} as found`;
  return rows[0]?.found ?? false;
}

/** The groups as CTEs, and an expression for the id of the first call in any of them. */
const firstIn = (groups: Groups) => ({
  named: sql.join(Object.entries(groups).map(([name, group]) => sql`${sql.id(name)} as (${group})`)),
  id: sql`(${sql.join(
    Object.keys(groups).map((name) => sql`select id from ${sql.id(name)}`),
    sql` union all `,
  )} limit 1)`,
});

/**
 * Takes and holds the first call in one statement. Each group locks at most one row with skip locked, and only if the groups before
 * it are empty. PostgreSQL rechecks a row once it has the lock, so two users never get the same call. `call.blocked` may be stale, so
 * `blocked_number` and the block lists are read too: a block counts from its commit.
 */
const take: TakeFirst<TakenCall> = (trx, request, groups, mark) => {
  const { named, id } = firstIn(groups);
  return holdCall(trx, request, { id, found: sql`${named},`, ...(mark && { mark }) });
};

/** Finds the first call, locks its row and tries to lock its number. */
const findFirst: TakeFirst<FoundCall> = async (trx, request, groups, mark = sql``) => {
  const { named, id } = firstIn(groups);
  const isOwn = sql`coalesce(hold_by = ${request.userId} and hold_until > ${request.now}, false)`;
  const rows = await selectRows<FoundCall>(trx)`${mark}
    with ${named}
    select id, number, ${isOwn} as is_own, case when ${isOwn} then true else ${triesNumberHold(sql`number`)} end as is_locked
    from call where call.id = ${id} and ${inCallingCampaign(request)}`;
  return rows[0];
};

interface ToHold {
  id: RawBuilder<unknown>;
  /** CTEs that `id` refers to. */
  found?: RawBuilder<unknown>;
  isAllowed?: RawBuilder<unknown>;
  mark?: RawBuilder<unknown>;
}
async function holdCall(
  trx: Trx,
  request: NextRequest,
  { id, found, isAllowed, mark }: ToHold,
): Promise<TakenCall | undefined> {
  const { userId, current, now, callingCampaign } = request;
  const until = new Date(now.getTime() + HOLD_MS);
  // A segmentation cannot be undone once one of its calls was held.
  const rows = await selectRows<TakenCall>(trx)`${mark ?? sql``}
    with ${found ?? sql``} taken as (
      update call set hold_by = ${userId}, hold_until = ${until}, hold_for = ${current}, segmentation_id = null
      where call.id = ${id} and ${inCallingCampaign(request)}${isAllowed ? sql` and ${isAllowed}` : sql``} returning id, number
    ), desk as (
      insert into operator_current_call (user_id, campaign_id, call_id, held_call_id, held_at)
      select ${userId}::int, ${callingCampaign.id}::int, id, id, ${now}::timestamptz from taken
      on conflict (user_id, campaign_id) do update set call_id = excluded.call_id, held_call_id = excluded.held_call_id,
        held_at = excluded.held_at
    )
    select id, number from taken`;
  return rows[0];
}
