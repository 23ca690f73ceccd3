import { PERSON_FIELDS, type PersonData } from '@campanero/contract/contacts/person-fields';
import { columnOf, type Db, hasRows, type RowOf, selectRow, selectRows, sql, type Trx } from '../../db/index.ts';
import { isVisiblePerson, personName, visibleTo, type Viewer } from '../reach.ts';

/** The columns that users may change. */
/** `inReviewSince` is null if the data are not under review. */
type Flags = Pick<RowOf<'person'>, 'interested' | 'dead' | 'doNotCall' | 'inReviewSince' | 'inReviewBy'>;
type Places = Pick<RowOf<'person'>, 'districtId' | 'sectionId' | 'subsectionId'>;
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
