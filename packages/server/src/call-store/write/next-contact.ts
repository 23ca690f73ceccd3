import { HOLD_MS } from '@campanero/contract/limits';
import { prepared, type RawBuilder, selectFirst, selectValue, sql, type Trx } from '../../db/index.ts';
import { isWithinLimits } from '../attempts.ts';
import { lockCurrentCall, tryNumberHold, type CampaignLock } from '../locks.ts';
import { hasOwnCalls } from '../read/totals.ts';
import {
  freshGroup,
  hasWaitingCall,
  heldGroup,
  inCallingCampaign,
  releasedGroup,
  restedGroups,
  waitingGroups,
  type CampaignForNext,
  type NextRequest,
} from './next-groups.ts';

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
    ), desk as (
      insert into operator_current_call (user_id, campaign_id, call_id, held_call_id, held_at)
      select ${userId}::int, ${callingCampaign.id}::int, id, id, ${now}::timestamptz from taken
      on conflict (user_id, campaign_id) do update set call_id = excluded.call_id, held_call_id = excluded.held_call_id,
        held_at = excluded.held_at
    )
    select id, number from taken`;
}
