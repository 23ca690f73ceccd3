import { sql } from 'kysely';
import { inLeafOf } from '../../db/call-leaf.ts';
import type { Trx } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { counterCalls, type CounterMoves } from './call-counters.queries.ts';
import type { NewEntry } from './history.queries.ts';
import type { LockedCall } from './lock-call.queries.ts';
import type { Workplace } from './workplace.queries.ts';

export interface Registration {
  entry: NewEntry;
  /** Whose the call is from now on. */
  operatorId: number | null;
  /** Of the product's zone. */
  day: string;
  moves: CounterMoves;
}

/**
 * Everything a registration writes but its audit record, in one round trip; answers the new entry's id. Any registration
 * closes the call's callback, its hold and its place behind the others. The caller has locked the call: of what is written
 * here only the counters can be waited for, and they keep their own order.
 */
export async function recordRegistration(
  trx: Trx,
  workplace: Workplace,
  call: LockedCall,
  { entry, operatorId, day, moves }: Registration,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`${prepared}
    with entry as (
      insert into call_history (call_id, campaign_id, user_id, state_id, substate_id, affinity, observations, callback_at,
        person_id, created_at)
      values (${entry.callId}, ${entry.campaignId}, ${entry.userId}, ${entry.stateId}, ${entry.substateId},
        ${entry.affinity}, ${entry.observations}, ${entry.callbackAt}, ${entry.personId}, ${entry.createdAt})
      returning id
    ), changed as (
      update call set operator_id = ${operatorId}, state_id = ${entry.stateId}, substate_id = ${entry.substateId},
        affinity = ${entry.affinity}, callback_at = ${entry.callbackAt}, call_count = call_count + 1,
        last_at = ${entry.createdAt}, day = ${day}, day_count = ${call.day === day ? call.dayCount + 1 : 1}, hold_by = null,
        hold_until = null, hold_for = null, passed_at = null, segmentation_id = null, version = version + 1,
        updated_at = ${entry.createdAt}
      where call.id = ${call.id} and ${inLeafOf(workplace)}
    )
    select entry.id, ${sql.join(counterCalls(moves))} from entry`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('the history gave no entry back');
  return row.id;
}
