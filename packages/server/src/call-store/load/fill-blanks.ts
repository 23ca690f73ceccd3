import { LOADED_FIELDS } from '@campanero/contract/contacts/person-fields';
import { columnOf, countWritten, type Db, type RawBuilder, selectColumn, sql, type Trx } from '../../db/index.ts';
import type { BlockingLock } from '../locks.ts';
import { isNumberKept } from './exclude-numbers.ts';
import { columnList, type Staging } from './staging.ts';

/** Columns that a load fills but never overwrites. */
const BLANKS = LOADED_FIELDS.filter(({ kind }) => kind !== 'name').map(({ name }) => columnOf(name));
const PLACES = ['district_id', 'section_id', 'subsection_id'] as const;

const FILL_COLUMNS = ['id', 'first_name', 'last_name', ...BLANKS, ...PLACES];

/** The row has data that `known` (a person, or the row that creates one) lacks. */
function lacks(known: string): RawBuilder<unknown> {
  const blanks = [...BLANKS, 'district_id'].map(
    (column) => `(${known}.${column} is null and row.${column} is not null)`,
  );
  return sql.raw(
    [
      ...blanks,
      `(${known}.first_name = '' and row.first_name <> '')`,
      `(${known}.last_name = '' and row.last_name <> '')`,
      `(${known}.district_id = row.district_id and ${known}.section_id is null and row.section_id is not null)`,
      `(${known}.section_id = row.section_id and ${known}.subsection_id is null and row.subsection_id is not null)`,
    ].join(' or '),
  );
}

/** Also true in an external campaign if external roles may not see the person yet. */
export const addsTo = (known: string, external: boolean): RawBuilder<unknown> =>
  external ? sql`(${lacks(known)} or not ${sql.raw(known)}.from_external)` : sql`(${lacks(known)})`;

const columns = sql.raw(FILL_COLUMNS.join(', '));
const ofRow = columnList('row', FILL_COLUMNS);

/** Stages rows with data that their known person lacks; returns how many. */
export const listFillsOfKnown = (trx: Trx, staging: Staging, external: boolean) =>
  countWritten(trx)`
    insert into ${staging.fills} (person_id, ${columns})
    select person.id, ${ofRow}
    from ${staging.rows} row join ${staging.known} known on known.person_row = row.person_row
    join person on person.id = known.person_id
    where (row.repeats_person or known.adds_data) and ${addsTo('person', external)} and ${isNumberKept(staging)}`;

/** Stages later rows of new persons, who are created from their first row, with data that it lacks. */
export const listFillsOfNew = (trx: Trx, staging: Staging, firstPersonId: number) =>
  countWritten(trx)`
    insert into ${staging.fills} (person_id, ${columns})
    select ${firstPersonId}::bigint + row.person_row, ${ofRow}
    from ${staging.rows} row join ${staging.rows} made on made.id = row.person_row
    where row.repeats_person and (${lacks('made')}) and ${isNumberKept(staging)}
      and not exists (select from ${staging.known} known where known.person_row = row.person_row)`;

/** Value of the first row that has one. */
const first = (column: string) =>
  `(array_agg(fill.${column} order by fill.id) filter (where fill.${column} is not null))[1] as ${column}`;
const firstText = (column: string) =>
  `coalesce((array_agg(fill.${column} order by fill.id) filter (where fill.${column} <> ''))[1], '') as ${column}`;
const MERGED = sql.raw(
  [firstText('first_name'), firstText('last_name'), ...[...BLANKS, ...PLACES].map(first)].join(',\n      '),
);
const SET_BLANKS = sql.raw(
  BLANKS.map((column) => `${column} = coalesce(person.${column}, given.${column})`).join(', '),
);

/** In id order. Places are filled top down: a section is only taken together with its district. */
export const fillBlanks = (
  trx: Trx,
  _lock: BlockingLock,
  staging: Staging,
  range: { from: number; to: number },
  { external, now }: { external: boolean; now: Date },
) =>
  sql`
    with given as (
      select fill.person_id, ${MERGED}
      from ${staging.fills} fill where fill.person_id >= ${range.from} and fill.person_id < ${range.to}
      group by fill.person_id
    ), locked as (
      select person.id from person join given row on row.person_id = person.id
      where person.erased_at is null and ${addsTo('person', external)} order by person.id for update of person)
    update person set ${SET_BLANKS},
      kind = case when coalesce(person.orion_id, given.orion_id) is null then 'lead' else 'contact' end,
      first_name = case when person.first_name = '' then given.first_name else person.first_name end,
      last_name = case when person.last_name = '' then given.last_name else person.last_name end,
      district_id = coalesce(person.district_id, given.district_id),
      section_id = case when coalesce(person.district_id, given.district_id) = given.district_id
        then coalesce(person.section_id, given.section_id) else person.section_id end,
      subsection_id = case when coalesce(person.district_id, given.district_id) = given.district_id
          and coalesce(person.section_id, given.section_id) = given.section_id
        then coalesce(person.subsection_id, given.subsection_id) else person.subsection_id end,
      from_external = person.from_external or ${external}::boolean,
      version = person.version + 1, updated_at = ${now}
    from given join locked on locked.id = given.person_id where person.id = given.person_id`.execute(trx);

/** Numbers whose calls have denormalised columns of these persons. */
export const listFilledNumbers = (trx: Trx, staging: Staging, range: { from: number; to: number }) =>
  selectColumn<number>(trx)`
    select distinct number from person_phone where person_id in (
      select person_id from ${staging.fills} where person_id >= ${range.from} and person_id < ${range.to})`;

/** First person id of each batch of `size` persons. */
export const listFillBounds = (db: Db, staging: Staging, size: number) =>
  selectColumn<number>(db)`
    select person_id as "personId" from (
      select person_id, row_number() over (order by person_id) as n from (select distinct person_id from ${staging.fills}) ids) numbered
    where n % ${size}::int = 1 or ${size}::int = 1 order by 1`;
