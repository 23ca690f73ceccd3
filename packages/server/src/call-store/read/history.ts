import { type Db, fullName, type RowOf, selectRows, type Trx } from '../../db/index.ts';
import { isVisiblePerson, personName, type Viewer } from '../reach.ts';
import type { NamedState } from './contact.ts';

type Entry = RowOf<'callHistory'>;
/** `again`: not the call's first registration; a correction copies it from the corrected entry. */
export interface HistoryRecord extends Omit<Entry, 'callId' | 'campaignId'>, NamedState {
  personName: string | null;
  isCorrected: boolean;
  userName: string;
  version: number;
}

/** Newest first. The caller has checked that the viewer may see the call. */
export const selectHistory = (db: Db | Trx, viewer: Viewer, callId: number) =>
  selectRows<HistoryRecord>(db)`
    select h.id, h.state_id, state.name as state_name, state.color as state_color, h.substate_id,
      substate.name as substate_name, h.affinity, h.observations, h.callback_at, person.id as person_id,
      ${personName} as person_name, h.corrects_id, h.reason, h.again, h.created_at, h.user_id,
      ${fullName()} as user_name, (select version from call where id = ${callId}) as version,
      exists (select from call_history c where c.call_id = h.call_id and c.corrects_id = h.id) as is_corrected
    from call_history h
    join state on state.id = h.state_id
    join app_user on app_user.id = h.user_id
    left join substate on substate.id = h.substate_id
    left join person on person.id = h.person_id and ${isVisiblePerson(viewer)}
    where h.call_id = ${callId}
    order by h.created_at desc, h.id desc`;

export type Outcome = Pick<Entry, 'stateId' | 'substateId' | 'affinity' | 'observations' | 'callbackAt' | 'personId'>;

/** An entry to correct, and the registration its chain starts with: the figures stay with the original's day and user. */
export interface CorrectedEntry extends Pick<
  HistoryRecord,
  'id' | 'stateId' | 'stateName' | 'affinity' | 'isCorrected'
> {
  originalUserId: number;
  originalAt: Date;
  /** The original was not the call's first registration. */
  again: boolean;
  /** No registration came after the original. */
  isLatest: boolean;
}
