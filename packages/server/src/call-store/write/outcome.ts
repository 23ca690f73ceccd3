import { triedAfter } from '@campanero/contract/calls/retry';
import { productDay } from '@campanero/contract/shared/dates';
import { callStream, eventCall, recordEvent } from '../../work/outgoing-events.ts';
import { insertRow, prepared, selectFirst, selectValue, sql, type Trx } from '../../db/index.ts';
import { counterCalls, moveCounters, movesBetween } from '../counters.ts';
import { isListedFor } from '../listed.ts';
import { inPartitionOf, withinBounds } from '../range.ts';
import type { CorrectedEntry, Outcome } from '../read/contact.ts';
import { wasErased } from '../read/events.ts';
import type { CampaignWithCalls, LockedCall } from './lock-call.ts';

interface Registration {
  outcome: Outcome;
  userId: number;
  /** The call's operator after the registration. */
  operatorId: number | null;
  evenIfBlocked: boolean;
  dialledAt: Date | null;
  now: Date;
}

// One round trip; returns the entry's id. Undefined if the number was blocked or the person erased meanwhile: lockCall() reads
// both from a snapshot before it waits, so they are checked again here. The person cannot be erased later in the transaction: an
// erasure needs the locks of all calls to their numbers.
export async function recordOutcome(
  trx: Trx,
  campaign: CampaignWithCalls,
  call: LockedCall,
  { outcome, userId, operatorId, evenIfBlocked, dialledAt, now }: Registration,
): Promise<number | undefined> {
  const { stateId, substateId, affinity, observations, callbackAt, personId } = outcome;
  const day = productDay(now);
  const after = { ...call, operatorId, stateId, affinity, callCount: call.callCount + 1, inReserve: false };
  const outcomes = {
    campaignId: campaign.id,
    operatorId: userId,
    day,
    at: now,
    again: call.callCount > 0,
    interested: call.interested,
    changes: [{ stateId, affinity, delta: 1 }],
  };
  const event = outcomeEvent('call.registered', call, { outcome, userId, now }, callbackAt !== null);
  const entry = await selectFirst<{ id: number }>(trx)`${prepared}
    with entry as (
      insert into call_history (call_id, campaign_id, user_id, state_id, substate_id, affinity, observations, callback_at,
        person_id, again, dialled_at, created_at)
      select ${call.id}::bigint, ${campaign.id}::int, ${userId}::int, ${stateId}::smallint, ${substateId}::smallint,
        ${affinity}::smallint, ${observations}, ${callbackAt}::timestamptz, ${personId}::bigint, ${call.callCount > 0}::boolean,
        ${dialledAt}::timestamptz, ${now}::timestamptz
      where (${evenIfBlocked}::boolean or (not exists (select from blocked_number where number = ${call.number})
        and not ${isListedFor(campaign.id, sql`${call.number}`)})) and not ${wasErased(personId)}
      returning id
    ), changed as (
      update call set operator_id = ${operatorId}, state_id = ${stateId}, substate_id = ${substateId},
        affinity = ${affinity}, callback_at = ${callbackAt}, call_count = call_count + 1, in_reserve = false,
        last_at = ${now}, day = ${day}, day_count = ${call.day === day ? call.dayCount + 1 : 1},
        tried_parts = ${triedAfter(call.triedParts, now)}, hold_by = null, hold_until = null, hold_for = null,
        released_at = null, segmentation_id = null, version = version + 1, updated_at = ${now}
      from entry where call.id = ${call.id} and ${inPartitionOf(campaign)}
    )
    select entry.id, ${sql.join(counterCalls({ ...movesBetween(campaign.id, call, after), outcomes }))},
      ${eventCall(event, sql`jsonb_build_object('entryId', entry.id)`)} from entry`;
  return entry?.id;
}

/** A callback that was already set is not told again. */
const outcomeEvent = (
  kind: 'call.registered' | 'call.corrected',
  call: Pick<LockedCall, 'id' | 'campaignId' | 'personId' | 'callbackAt'>,
  { outcome, userId, now }: { outcome: Outcome; userId: number; now: Date },
  isSet: boolean,
) => ({
  kinds: isSet ? ([kind, 'call.callback'] as const) : [kind],
  campaignIds: [call.campaignId],
  stream: callStream(call.id),
  data: {
    campaignId: call.campaignId,
    callId: call.id,
    personId: outcome.personId ?? call.personId,
    userId,
    stateId: outcome.stateId,
    substateId: outcome.substateId,
    affinity: outcome.affinity,
    callbackAt: outcome.callbackAt,
  },
  at: now,
});

type Correction = { corrected: CorrectedEntry; outcome: Outcome; reason: string; userId: number; now: Date };

// Undefined if the person it names was erased meanwhile. Counts move on the original's day and operator; the call's state
// changes only if the original is its latest registration (on an invalid call: `state_before_invalid`).
export async function recordCorrection(
  trx: Trx,
  campaign: CampaignWithCalls & { idHi: number },
  call: LockedCall,
  { corrected, outcome, reason, userId, now }: Correction,
): Promise<number | undefined> {
  const { stateId, substateId, affinity, callbackAt, personId } = outcome;
  if (await selectValue<boolean>(trx)`select ${wasErased(personId)}`) return undefined;
  const entryId = await insertRow(trx, 'callHistory', {
    ...outcome,
    callId: call.id,
    campaignId: campaign.id,
    userId,
    again: corrected.again,
    dialledAt: corrected.dialledAt,
    createdAt: now,
    correctsId: corrected.id,
    reason,
  });
  const state = sql`state_id = ${call.invalid ? call.stateId : stateId}, substate_id = ${substateId},
        state_before_invalid = ${call.invalid ? stateId : null}, affinity = ${affinity}, callback_at = ${callbackAt},`;
  await sql`
      update call set ${corrected.isLatest ? state : sql``} version = version + 1, updated_at = ${now}
      where id = ${call.id} and ${withinBounds(campaign)}`.execute(trx);
  const after = corrected.isLatest ? { ...call, affinity, stateId: call.invalid ? call.stateId : stateId } : call;
  await moveCounters(trx, {
    ...movesBetween(campaign.id, call, after),
    outcomes: {
      campaignId: campaign.id,
      operatorId: corrected.originalUserId,
      day: productDay(corrected.originalAt),
      at: corrected.originalAt,
      again: corrected.again,
      interested: call.interested,
      changes: [
        { stateId: corrected.stateId, affinity: corrected.affinity, delta: -1 },
        { stateId, affinity, delta: 1 },
      ],
    },
  });
  const isSet = corrected.isLatest && callbackAt !== null && callbackAt.getTime() !== call.callbackAt?.getTime();
  const event = outcomeEvent('call.corrected', call, { outcome, userId, now }, isSet);
  await recordEvent({ trx, now }, { ...event, data: { ...event.data, entryId, correctsId: corrected.id } });
  return entryId;
}
