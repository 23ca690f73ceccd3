import { HOLD_MS } from '@campanero/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/client.ts';
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

interface Asked {
  campaignId: number;
  userId: number;
  /** The id of the call that the user has open; 0 for none. */
  current: number;
  mayBrowseAll: boolean;
  /** Whether calls are looked for that no list blocks any more, but still are marked as blocked. */
  isReleased: boolean;
  open: (lock: CampaignLock) => Promise<CampaignForNext>;
  now: Date;
}
export interface TakenCall {
  id: number;
  number: number;
}
interface FoundCall extends TakenCall {
  /** The user has it already: nothing more is to be asked. */
  isOwn: boolean;
  /** Nobody else is taking its number. */
  isLocked: boolean;
}

/**
 * Holds and returns the next call of the user's queue: callbacks, never-called ones, then those to be called again. Whoever
 * `mayBrowseAll` and has no calls of their own here goes through all open calls of the campaign. `open` reads the campaign once
 * it is locked, and may refuse by an error.
 */
export async function takeNext(trx: Trx, asked: Asked): Promise<TakenCall | undefined> {
  const { campaignId, userId, current, now, mayBrowseAll, isReleased } = asked;
  // Each later statement reads the first call of some order. Without sorting the planner walks the index of that order whatever
  // the statistics say: where it expects few calls it would read, and sort, the whole campaign.
  const desk = await lockCurrentCall(trx, campaignId, userId, sql`set_config('enable_sort', 'off', true)`);
  const callingCampaign = await asked.open(desk);
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

/** Of each group of calls the first one, taken or only found. */
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
 * Where attempts are counted across campaigns, two of them may find calls of the same number at the same moment. So a call is first
 * found and its number locked, without waiting; a later statement reads whether the number is still free and takes the call.
 * A number that another request has locked is being taken there, and the next call is tried.
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
 * Whether a call may come before the never-called ones. Most requests find none here, and this check is cheap: its plan is
 * prepared and reads one row from each of two indexes by date. The statement of waitingGroups() has to be planned for its dates
 * at each request.
 */
async function hasWaiting(trx: Trx, request: NextRequest): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`${prepared} select ${hasWaitingCall(request)} as found`.execute(trx);
  return rows[0]?.found ?? false;
}

/** The groups as common table expressions, and the id of the first call that any of them has. */
const firstIn = (groups: Groups) => ({
  named: sql.join(Object.entries(groups).map(([name, group]) => sql`${sql.id(name)} as (${group})`)),
  id: sql`(${sql.join(
    Object.keys(groups).map((name) => sql`select id from ${sql.id(name)}`),
    sql` union all `,
  )} limit 1)`,
});

/**
 * Takes the first call and holds it, in one statement: each group locks at most one row, skipping those that another request
 * is taking at this moment, and only if the groups before it had none. PostgreSQL checks a row again once it has its lock,
 * so a call that was taken meanwhile is skipped: two users never get the same one. The blocked flag on the call is a copy;
 * `blocked_number` and the block lists are read too, so that a block counts from its commit.
 */
const take: TakeFirst<TakenCall> = (trx, request, groups, mark) => {
  const { named, id } = firstIn(groups);
  return holdCall(trx, request, { id, found: sql`${named},`, ...(mark && { mark }) });
};

/** Finds the first call and locks its row and, unless another request has it, its number. */
const findFirst: TakeFirst<FoundCall> = async (trx, request, groups, mark = sql``) => {
  const { named, id } = firstIn(groups);
  const isOwn = sql`coalesce(hold_by = ${request.userId} and hold_until > ${request.now}, false)`;
  const { rows } = await sql<FoundCall>`${mark}
    with ${named}
    select id, number, ${isOwn} as is_own, case when ${isOwn} then true else ${triesNumberHold(sql`number`)} end as is_locked
    from call where call.id = ${id} and ${inCallingCampaign(request)}`.execute(trx);
  return rows[0];
};

interface ToHold {
  id: RawBuilder<unknown>;
  /** Expressions that `id` refers to. */
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
  // A segmentation cannot be undone once one of its calls was held, hence segmentation_id.
  const { rows } = await sql<TakenCall>`${mark ?? sql``}
    with ${found ?? sql``} taken as (
      update call set hold_by = ${userId}, hold_until = ${until}, hold_for = ${current}, segmentation_id = null
      where call.id = ${id} and ${inCallingCampaign(request)}${isAllowed ? sql` and ${isAllowed}` : sql``} returning id, number
    ), desk as (
      insert into operator_current_call (user_id, campaign_id, call_id, held_call_id, held_at)
      select ${userId}::int, ${callingCampaign.id}::int, id, id, ${now}::timestamptz from taken
      on conflict (user_id, campaign_id) do update set call_id = excluded.call_id, held_call_id = excluded.held_call_id,
        held_at = excluded.held_at
    )
    select id, number from taken`.execute(trx);
  return rows[0];
}
