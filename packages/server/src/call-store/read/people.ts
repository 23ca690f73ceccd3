import { PERSON_FIELDS, type PersonData } from '@campanero/contract/contacts/person-fields';
import {
  columnOf,
  type Db,
  hasRows,
  type RowOf,
  selectRow,
  selectRows,
  sql,
  type Trx,
  isKeptLonger,
} from '../../db/index.ts';
import { inCampaign, type CallRange } from '../range.ts';
import { isVisiblePerson, personName, visibleTo, type Viewer } from '../reach.ts';

/** `inReviewSince` is null if the data are not under review. */
type Flags = Pick<RowOf<'person'>, 'interested' | 'dead' | 'doNotCall' | 'inReviewSince' | 'inReviewBy'>;
type Places = Pick<RowOf<'person'>, 'districtId' | 'sectionId' | 'subsectionId'>;
/** The columns that users may change. */
export interface EditablePerson extends Omit<PersonData, 'orionId'>, Flags, Places {}
export interface PersonRecord
  extends EditablePerson, PersonData, Pick<RowOf<'person'>, 'id' | 'version' | 'createdAt' | 'erasedAt'> {
  kind: 'contact' | 'lead';
  /** Display name, may be empty. */
  name: string;
  districtName: string | null;
  sectionName: string | null;
  subsectionName: string | null;
}

export const PERSON_COLUMNS = sql`person.id, person.kind, ${personName} as name, ${sql.raw(PERSON_FIELDS.map(({ name }) => `person.${columnOf(name)}`).join(', '))},
  person.district_id, person.section_id, person.subsection_id, location_district.display as district_name,
  location_section.display as section_name, location_subsection.display as subsection_name, person.interested,
  person.dead, person.do_not_call, person.in_review_since, person.in_review_by, person.version, person.created_at, person.erased_at`;
export const PERSON_PLACES = sql`left join location_district on location_district.id = person.district_id
  left join location_section on location_section.id = person.section_id
  left join location_subsection on location_subsection.id = person.subsection_id`;

export const selectPeople = (db: Db, viewer: Viewer, ids: readonly number[]) =>
  selectRows<PersonRecord>(db)`
    select ${PERSON_COLUMNS} from person ${PERSON_PLACES}
    where person.id = any(${[...ids]}::bigint[]) and ${isVisiblePerson(viewer)}`;

/** Persons with this number that the viewer may see, `first` (the person of the call) first. */
export const selectPeopleOnNumber = (db: Db, viewer: Viewer, number: number, first: number) =>
  selectRows<PersonRecord & { wrong: boolean }>(db)`
    select ${PERSON_COLUMNS}, person_phone.wrong
    from person_phone join person on person.id = person_phone.person_id ${PERSON_PLACES}
    where person_phone.number = ${number} and ${isVisiblePerson(viewer)}
      and (person.erased_at is null or person.id = ${first})
    order by person.id <> ${first}, person.id`;

export const hasReachableCall = (db: Db | Trx, viewer: Viewer, numbers: readonly number[]) =>
  hasRows(db)`
    select from call join campaign on campaign.id = call.campaign_id
    where call.number = any(${[...numbers]}::bigint[]) and ${visibleTo(viewer)} limit 1`;

export const getPerson = (trx: Trx, personId: number) =>
  selectRow<PersonRecord>(trx)`
    select ${PERSON_COLUMNS} from person ${PERSON_PLACES} where person.id = ${personId}`;

interface DueBatch {
  /** Cursor: the last call id of the batch before. */
  after: number;
  size: number;
  now: Date;
  months: number;
}

// Persons not erased yet and without a call in a campaign that is open or within its period. `scannedTo`: next cursor, null at the end.
export async function selectDuePeople(db: Db | Trx, campaign: CallRange, { after, size, now, months }: DueBatch) {
  const { ids, scannedTo } = await selectRow<{ ids: string[] | null; scannedTo: number | null }>(db)`
    with piece as materialized (
      select call.id, call.person_id from call where ${inCampaign(campaign)} and call.id > ${after} order by call.id limit ${size}
    ), known as materialized (
      select distinct person.id from piece join person on person.id = piece.person_id where person.erased_at is null
    )
    select (select max(id) from piece) as scanned_to, (
      select array_agg(known.id order by known.id) from known where not exists (
        select from person_phone
        join call on call.number = person_phone.number and call.person_id = known.id
        join campaign on campaign.id = call.campaign_id
        where person_phone.person_id = known.id and ${isKeptLonger(now, months)})) as ids`;
  return { ids: (ids ?? []).map(Number), scannedTo };
}
