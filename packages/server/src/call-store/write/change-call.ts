import { INVALID_STATE, PENDING_STATE } from '@campanero/contract/configuration/schemas';
import { HOLD_MS } from '@campanero/contract/limits';
import { run, sql, type Trx } from '../../db/index.ts';
import type { Work } from '../../work/transact.ts';
import { moveCounters, movesBetween } from '../counters.ts';
import { callStream, recordEvent } from '../../work/outgoing-events.ts';
import type { NumbersLock } from '../locks.ts';
import { withinBounds, type CallRange } from '../range.ts';
import type { LockedCall } from './lock-call.ts';
import { refreshCallsOf } from './refresh-calls.ts';

type Hold = Pick<LockedCall, 'holdBy' | 'holdUntil' | 'holdFor'>;

/** Also points the user's current call to it and clears the segmentation. `releasedAt` moves the call to the end of its group. */
export async function updateHold(
  trx: Trx,
  range: CallRange,
  call: LockedCall,
  { holdBy, holdUntil, holdFor }: Hold,
  releasedAt: Date | null = null,
): Promise<void> {
  const heldAt = holdUntil && new Date(holdUntil.getTime() - HOLD_MS);
  // `call_id` is set only for a new row: next-contact returns that call again only for the same `hold_for`.
  await run(trx)`
    with changed as (
      update call set hold_by = ${holdBy}, hold_until = ${holdUntil}, hold_for = ${holdFor}, segmentation_id = null,
        released_at = coalesce(${releasedAt}::timestamptz, released_at)
      where id = ${call.id} and ${withinBounds(range)} returning id
    )
    insert into operator_current_call (user_id, campaign_id, call_id, held_call_id, held_at)
    select ${holdBy}::int, ${range.id}::int, id, id, ${heldAt}::timestamptz from changed where ${holdBy}::int is not null
    on conflict (user_id, campaign_id) do update set held_call_id = excluded.held_call_id, held_at = excluded.held_at`;
}

interface CallChange {
  /** Reassigning also ends the hold and restores the call's place in its group. */
  operatorId?: number;
  observations?: string | null;
  /** An invalid mark blocks the number in every campaign, so it needs the number's lock. */
  mark?: { invalid: boolean; lock: NumbersLock } | undefined;
}

/** An invalid call is in INVALID_STATE without a history entry; unmarking restores the state before. Returns the updated call. */
export async function updateCall(
  work: Pick<Work, 'trx' | 'now' | 'enqueue'>,
  range: CallRange,
  call: LockedCall,
  { operatorId, observations = call.observations, mark }: CallChange,
): Promise<LockedCall> {
  const { trx, now } = work;
  const changesMark = mark !== undefined && mark.invalid !== call.invalid;
  const after = {
    ...call,
    observations,
    // A call that is worked on by hand belongs to the sample.
    inReserve: call.inReserve && operatorId === undefined && !changesMark,
    ...(operatorId !== undefined && { operatorId }),
    ...(changesMark && (mark.invalid ? invalid(call) : valid(call))),
  };
  const freed =
    operatorId === undefined ? sql`` : sql`hold_by = null, hold_until = null, hold_for = null, released_at = null,`;
  await sql`
    update call set operator_id = ${after.operatorId}, observations = ${observations}, invalid = ${after.invalid},
      state_id = ${after.stateId}, state_before_invalid = ${after.stateBeforeInvalid}, in_reserve = ${after.inReserve}, ${freed}
      segmentation_id = null, version = version + 1, updated_at = ${now}
    where id = ${call.id} and ${withinBounds(range)}`.execute(trx);
  await moveCounters(trx, movesBetween(range.id, call, after));
  if (changesMark) {
    await refreshCallsOf(work, mark.lock);
    await recordEvent(work, {
      kinds: ['contact.flagged'],
      campaignIds: [call.campaignId],
      stream: callStream(call.id),
      data: {
        campaignId: call.campaignId,
        callId: call.id,
        personId: call.personId,
        flags: { invalid: after.invalid },
      },
    });
  }
  return after;
}

/** The person asked for a call at this moment, so no draw decides; the call's state says what was registered last and stays. */
export async function setCallback(
  work: Pick<Work, 'trx' | 'now'>,
  range: CallRange,
  call: LockedCall,
  at: Date,
): Promise<void> {
  await run(work.trx)`
    update call set callback_at = ${at}, in_reserve = false, version = version + 1, updated_at = ${work.now}
    where id = ${call.id} and ${withinBounds(range)}`;
  await moveCounters(work.trx, movesBetween(range.id, call, { ...call, inReserve: false }));
  await recordEvent(work, {
    kinds: ['call.callback'],
    campaignIds: [call.campaignId],
    stream: callStream(call.id),
    data: {
      campaignId: call.campaignId,
      callId: call.id,
      personId: call.personId,
      userId: null,
      stateId: call.stateId,
      substateId: call.substateId,
      affinity: call.affinity,
      callbackAt: at,
    },
  });
}

const invalid = ({ stateId }: LockedCall) => ({ invalid: true, stateId: INVALID_STATE, stateBeforeInvalid: stateId });
const valid = ({ stateBeforeInvalid }: LockedCall) => ({
  invalid: false,
  stateId: stateBeforeInvalid ?? PENDING_STATE,
  stateBeforeInvalid: null,
});
