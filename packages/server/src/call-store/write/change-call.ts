import { HOLD_MS } from '@campanero/contract/limits';
import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import type { Work } from '../../work/transact.ts';
import { moveCounters, movesBetween } from '../counters.ts';
import { withinBounds, type CallRange } from '../range.ts';
import type { LockedCall } from './lock-call.ts';
import { refreshCallsOf } from './refresh-calls.ts';

// Small changes of one call that the caller has locked (lock-call.ts): hold, operator, note and invalid mark.

interface Hold {
  holdBy: number | null;
  holdUntil: Date | null;
  holdFor: number | null;
}

/**
 * A hold touches the call, so its segmentation can no longer be undone, and the user's desk points to it. `passedAt` puts the
 * call at the end of its group.
 */
export async function updateHold(
  trx: Trx,
  range: CallRange,
  callId: number,
  { holdBy, holdUntil, holdFor }: Hold,
  passedAt: Date | null = null,
): Promise<void> {
  const heldAt = holdUntil && new Date(holdUntil.getTime() - HOLD_MS);
  // A desk that next-contact has not used yet gets this call as its own too: it gives a call again only for the same `hold_for`.
  await sql`
    with changed as (
      update call set hold_by = ${holdBy}, hold_until = ${holdUntil}, hold_for = ${holdFor}, segmentation_id = null,
        passed_at = coalesce(${passedAt}::timestamptz, passed_at)
      where id = ${callId} and ${withinBounds(range)} returning id
    )
    insert into operator_desk (user_id, campaign_id, call_id, held_call_id, held_at)
    select ${holdBy}::int, ${range.id}::int, id, id, ${heldAt}::timestamptz from changed where ${holdBy}::int is not null
    on conflict (user_id, campaign_id) do update set held_call_id = excluded.held_call_id, held_at = excluded.held_at`.execute(
    trx,
  );
}

export async function assignCall(
  trx: Trx,
  range: CallRange,
  call: LockedCall,
  operatorId: number,
  now: Date,
): Promise<void> {
  await sql`
    update call set operator_id = ${operatorId}, hold_by = null, hold_until = null, hold_for = null, passed_at = null,
      segmentation_id = null, version = version + 1, updated_at = ${now}
    where id = ${call.id} and ${withinBounds(range)}`.execute(trx);
  await moveCounters(trx, movesBetween(range.id, call, { ...call, operatorId }));
}

type Detail = Pick<LockedCall, 'observations' | 'invalid' | 'stateId' | 'stateBeforeInvalid'>;

/** An invalid mark blocks the number in every campaign: if it changes, the caller holds the number's lock. */
export async function updateDetail(
  work: Pick<Work, 'trx' | 'now' | 'enqueue'>,
  range: CallRange,
  call: LockedCall,
  { observations, invalid, stateId, stateBeforeInvalid }: Detail,
): Promise<void> {
  const { trx, now } = work;
  await sql`
    update call set observations = ${observations}, invalid = ${invalid}, state_id = ${stateId},
      state_before_invalid = ${stateBeforeInvalid}, segmentation_id = null, version = version + 1, updated_at = ${now}
    where id = ${call.id} and ${withinBounds(range)}`.execute(trx);
  await moveCounters(trx, movesBetween(range.id, call, { ...call, stateId }));
  if (invalid !== call.invalid) await refreshCallsOf(work, [call.number]);
}
