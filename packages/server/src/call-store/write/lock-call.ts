import { INVALID_STATE, PENDING_STATE } from '@campanero/contract/configuration/schemas';
import { ERASED_NUMBERS_FROM } from '@campanero/contract/shared/numbers';
import { hasRows, prepared, type RowOf, selectColumn, selectFirst, sql, type Trx } from '../../db/index.ts';
import { AppError, found } from '../../work/app-error.ts';
import { isListedFor } from '../listed.ts';
import { isNumberHeldElsewhere } from '../attempts.ts';
import {
  lockBlockingShared,
  lockNumberHold,
  lockNumbers,
  type CampaignLock,
  type LockedRow,
  type NumbersLock,
} from '../locks.ts';
import { inPartitionOf, partitionOf } from '../range.ts';
import { isVisiblePerson, personName, type Viewer } from '../reach.ts';
import type { Outcome } from '../read/contact.ts';

type CopiedFromPerson = 'birthYear' | 'gender' | 'districtId' | 'sectionId' | 'subsectionId';
type NotRead = CopiedFromPerson | 'createdAt' | 'updatedAt' | 'releasedAt' | 'segmentationId';
export interface LockedCall extends LockedRow<'call'>, Omit<RowOf<'call'>, NotRead> {
  /** Whether the number is blocked now, or listed in a campaign that obeys the block lists; `blocked` may be stale. */
  isNumberBlocked: boolean;
  isErased: boolean;
  /** The version in the statement's snapshot; null if the call had another person then. */
  versionBefore: number | null;
  /** If `number` was given. */
  numberLock?: NumbersLock;
  /** If `holder` was given: another user holds the number in another campaign. */
  isNumberHeld?: boolean;
}

const COLUMNS = sql`call.id, call.campaign_id, call.number, call.person_id, call.operator_id, call.state_id, call.substate_id,
  call.state_before_invalid, call.call_count, call.blocked, call.in_reserve, call.invalid, call.interested, call.affinity, call.last_at,
  call.callback_at, call.day, call.day_count, call.tried_parts, call.hold_by, call.hold_until, call.hold_for, call.observations, call.version,
  (exists (select from blocked_number b where b.number = call.number)
    or ${isListedFor(sql`call.campaign_id`)}) as is_number_blocked,
  (call.number >= ${sql.lit(ERASED_NUMBERS_FROM)} or call.blocked and exists (select from person p where p.id = call.person_id and p.erased_at is not null)) as is_erased`;

export type CampaignWithCalls = { id: number; idLo: number };
/** From the statement's snapshot, before it waited for the call's lock. */
const versionBefore = ({ idLo }: CampaignWithCalls) => {
  const { from, to } = partitionOf(idLo);
  return sql`(select seen.version from call seen where seen.id = call.id and seen.id >= ${sql.lit(from)}
    and seen.id < ${sql.lit(to)} and seen.person_id = call.person_id) as version_before`;
};
const isCall = (campaign: CampaignWithCalls, callId: number) =>
  sql`call.id = ${callId} and ${inPartitionOf(campaign)} and call.campaign_id = ${campaign.id}`;

/** Pendiente and Inválido: users cannot choose them. */
export const isSetBySystem = sql<boolean>`(
  state.id in (${sql.lit(PENDING_STATE)}, ${sql.lit(INVALID_STATE)}) or fold(btrim(state.name)) = 'pendiente')`;

/** The rows that an outcome refers to, null if they do not exist; assertOutcomeAllowed() checks whether they may be chosen. */
export interface OutcomeChoices {
  /** The state before, for the audit record. */
  presentState: string | null;
  stateName: string | null;
  stateColor: string | null;
  /** Enabled, linked to the campaign and not set by the system only. */
  isStateAllowed: boolean;
  hasCallback: boolean;
  /** Null unless enabled and of that state. */
  substateName: string | null;
  /** Null unless the person has that number and the viewer may see them. */
  personName: string | null;
}

type NamedOutcome = { viewer: Viewer; outcome: Pick<Outcome, 'stateId' | 'substateId' | 'personId'> };
/** The user who starts to hold the call, in campaigns that count attempts across campaigns. */
type Holder = { userId: number; now: Date };
// CALL_ERASED if its person was erased. `named` reads the rows an outcome refers to in the same round trip. `number` is locked
// before the call (invalid mark). `holder` keeps other users from starting to hold the number.
export async function lockCall<Named extends NamedOutcome | undefined = undefined>(
  trx: Trx,
  campaign: CampaignWithCalls & { lock: CampaignLock },
  callId: number,
  { named, number, holder }: { named?: Named; number?: number | undefined; holder?: Holder | false } = {},
): Promise<LockedCall & (Named extends NamedOutcome ? OutcomeChoices : unknown)> {
  const lock = number !== undefined && { numberLock: await lockNumbers(trx, await lockBlockingShared(trx), [number]) };
  if (holder) await lockNumberOf(trx, campaign, callId);
  const read = async () => {
    const row = await selectFirst<LockedCall & (Named extends NamedOutcome ? OutcomeChoices : unknown)>(trx)`${prepared}
      ${named ? selectWithChoices(campaign, named) : sql`select ${COLUMNS}, ${versionBefore(campaign)} from call`}
      where ${isCall(campaign, callId)} for update of call`;
    return found(row);
  };
  const first = await read();
  // Changed while this waited for the lock: columns read from other rows are stale, so read again.
  const call = first.versionBefore === first.version ? first : await read();
  // Also if it passed to another person meanwhile: the request was about the erased one.
  if (call.isErased || first.versionBefore === null) throw new AppError('CALL_ERASED');
  return { ...call, ...lock, ...(holder && { isNumberHeld: await isNumberHeld(trx, call, holder) }) };
}

/** A call's number changes only when its person is erased, which lockCall() checks afterwards. */
async function lockNumberOf(trx: Trx, campaign: CampaignWithCalls & { lock: CampaignLock }, callId: number) {
  const [number] = await selectColumn<number>(trx)`select number from call where ${isCall(campaign, callId)}`;
  if (number !== undefined) await lockNumberHold(trx, campaign.lock, number);
}

const isNumberHeld = (trx: Trx, { id, number }: LockedCall, { userId, now }: Holder) =>
  hasRows(trx)`
    select from (select ${id}::bigint as id, ${number}::bigint as number) call
    where ${isNumberHeldElsewhere(now, userId)}`;

// Subselects for rows that depend on the call: PostgreSQL rechecks a row it waited for, and a join would lose it. Request ids
// may exceed the column type, hence bigint.
const selectWithChoices = (campaign: CampaignWithCalls, { viewer, outcome: asked }: NamedOutcome) => sql`
    select ${COLUMNS}, ${versionBefore(campaign)}, (select name from state present where present.id = call.state_id) as present_state,
      state.name as state_name, state.color as state_color,
      coalesce(not state.disable and not ${isSetBySystem} and exists (
        select from campaign_state where campaign_id = ${campaign.id} and state_id = state.id), false) as is_state_allowed,
      coalesce(state.callback, false) as has_callback,
      (select substate.name from state_substate join substate on substate.id = state_substate.substate_id
        where state_substate.state_id = state.id and substate.id = ${asked.substateId}::bigint
          and not substate.disable) as substate_name,
      (select ${personName} from person_phone join person on person.id = person_phone.person_id
        where person_phone.number = call.number and person.id = ${asked.personId}::bigint
          and ${isVisiblePerson(viewer)}) as person_name
    from call left join state on state.id = ${asked.stateId}::bigint`;
