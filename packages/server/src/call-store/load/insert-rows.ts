import { LOADED_FIELDS } from '@campanero/contract/contacts/person-fields';
import { columnOf, givenRows, type RawBuilder, run, selectRows, sql, type Trx } from '../../db/index.ts';
import type { BlocksLock } from '../locks.ts';
import { isNumberKept, isSkipped } from './exclude-numbers.ts';
import { columnList, type Staging } from './staging.ts';

export interface RowTarget {
  /** New person id = this + the row in which the person first came. */
  firstPersonId: number;
  campaignId: number;
  /** Id of the first new call. */
  firstCallId: number;
  external: boolean;
  hasKnown: boolean;
  /** New calls go into the reserve of the campaign's sample. */
  inReserve: boolean;
  now: Date;
}

type Table = RawBuilder<unknown>;

const LOADED = LOADED_FIELDS.map(({ name }) => columnOf(name));

const isNew = (staging: Staging) =>
  sql`not exists (select from ${staging.known} known where known.person_row = row.person_row)`;

/** In file order, which is primary key order. */
export const insertPeople = (trx: Trx, staging: Staging, into: Table, { firstPersonId, external, now }: RowTarget) =>
  sql`
    insert into ${into} (id, kind, ${sql.raw(LOADED.join(', '))},
      district_id, section_id, subsection_id, from_external, identity, name_keys, created_at, updated_at, loaded_number, loaded_mobile)
    select ${firstPersonId}::bigint + row.person_row, case when row.orion_id is null then 'lead' else 'contact' end, ${columnList('row', LOADED)},
      row.district_id, row.section_id, row.subsection_id, ${external}::boolean, row.identity, row.name_keys, ${now}::timestamptz,
      ${now}::timestamptz, case when no_call.number is null then row.number end, case when no_call.number is null then row.mobile end
    from ${staging.rows} row left join ${staging.noCall} no_call on no_call.number = row.number and ${isSkipped}
    where not row.repeats_person and ${isNew(staging)}`.execute(trx);

/** Each pair of person and number occurs once. In file order, or by `order`. */
export const insertPhones = (
  trx: Trx,
  staging: Staging,
  into: Table,
  { firstPersonId, now }: RowTarget,
  order: Table = sql``,
) =>
  run(trx)`
    insert into ${into} (number, person_id, mobile, created_at)
    select row.number, ${firstPersonId}::bigint + row.person_row, row.mobile, ${now}::timestamptz
    from ${staging.rows} row where not row.repeats_person and ${isNew(staging)} and ${isNumberKept(staging)} ${order}`;

/** Later rows of new persons, which may repeat a pair. Needs the primary key. */
export const insertRepeatedPhones = (trx: Trx, staging: Staging, into: Table, { firstPersonId, now }: RowTarget) =>
  run(trx)`
    insert into ${into} as phone (number, person_id, mobile, created_at)
    select row.number, ${firstPersonId}::bigint + row.person_row, bool_or(row.mobile), ${now}::timestamptz
    from ${staging.rows} row where row.repeats_person and ${isNew(staging)} and ${isNumberKept(staging)}
    group by 1, 2 order by 1, 2
    on conflict (number, person_id) do update set mobile = true where excluded.mobile and not phone.mobile`;

/** A known number that the file says is a mobile. */
type NewMobile = { number: number; personId: number };

// Existing pairs are filtered out: `on conflict` would lock each row and may deadlock with a holder that waits for the blocking
// lock. Returns existing pairs that the file says are mobiles.
export const insertPhonesOfKnown = (trx: Trx, staging: Staging, { now }: RowTarget) =>
  selectRows<NewMobile>(trx)`
    with pair as materialized (
      select row.number, known.person_id, bool_or(row.mobile) as mobile, bool_or(there.number is not null) as is_there
      from ${staging.rows} row join ${staging.known} known on known.person_row = row.person_row
      left join person_phone there on there.number = row.number and there.person_id = known.person_id
      where known.person_id is not null and (row.repeats_person or known.adds_number)
        and (there.number is null or row.mobile and not there.mobile) and ${isNumberKept(staging)}
      group by 1, 2
    ), added as (
      insert into person_phone (number, person_id, mobile, created_at)
      select number, person_id, mobile, ${now}::timestamptz from pair where not is_there order by 1, 2
      on conflict do nothing
    )
    select number, person_id from pair where is_there`;

/** Under the exclusive blocking lock: transactions that mark a number as wrong have ended or have not locked rows yet. */
export const markMobiles = (trx: Trx, _lock: BlocksLock, mobiles: readonly NewMobile[]) =>
  run(trx)`
    update person_phone set mobile = true
    from ${givenRows(mobiles, { number: 'bigint', personId: 'bigint' })}
    where person_phone.number = given.number and person_phone.person_id = given.person_id and not person_phone.mobile`;

/** In file order without gaps or a sort: position = rank in the file minus the earlier numbers without a call (width_bucket()). */
export const insertCalls = (trx: Trx, staging: Staging, into: Table, target: RowTarget) =>
  run(trx)`
    insert into ${into} (id, number, campaign_id, created_at, updated_at, in_reserve, person_id, interested, birth_year, gender, district_id,
      section_id, subsection_id)
    select ${target.firstCallId}::bigint + row.number_order
        - width_bucket(row.number_order, (select coalesce(array_agg(number_order order by number_order), '{}') from ${staging.noCall})),
      row.number, ${target.campaignId}::int, ${target.now}::timestamptz, ${target.now}::timestamptz,
      ${target.inReserve}::boolean, ${target.hasKnown ? valuesOfKnown(target) : valuesOfRow(target)}
    from ${staging.rows} row
    ${target.hasKnown ? sql`left join ${staging.known} known on known.person_row = row.person_row` : sql``}
    ${firstRowsOfRepeated(staging)}
    where row.number_order >= 0
      and not exists (select from ${staging.noCall} no_call where no_call.number_order = row.number_order)`;

/** First row of each person that is repeated on another number: that call copies the person, who is created from the first row. */
const firstRowsOfRepeated = (staging: Staging) => sql`
    left join (
      select * from ${staging.rows} where id in (
        select person_row from ${staging.rows} where repeats_person and number_order >= 0)
    ) made on row.repeats_person and made.id = row.person_row`;

const firstRow = (column: string) => sql.raw(`case when made.id is null then row.${column} else made.${column} end`);

/** Denormalised columns of a new person's call. */
const valuesOfRow = ({ firstPersonId }: RowTarget) => sql`
    ${firstPersonId}::bigint + row.person_row, false, date_part('year', ${firstRow('birthday')})::smallint, (${firstRow('gender')})::"char",
    ${firstRow('district_id')}, ${firstRow('section_id')}, ${firstRow('subsection_id')}`;

/** Denormalised columns of a known person's call: the stored values, filled from the row. */
const valuesOfKnown = ({ firstPersonId }: RowTarget) => sql`
    coalesce(known.person_id, ${firstPersonId}::bigint + row.person_row), coalesce(known.interested, false),
    date_part('year', coalesce(known.birthday, ${firstRow('birthday')}))::smallint, coalesce(known.gender, ${firstRow('gender')})::"char",
    coalesce(known.district_id, ${firstRow('district_id')}),
    case when known.district_id is null or known.district_id = (${firstRow('district_id')})
      then coalesce(known.section_id, ${firstRow('section_id')}) else known.section_id end,
    case when (known.district_id is null or known.district_id = (${firstRow('district_id')}))
        and (known.section_id is null or known.section_id = (${firstRow('section_id')}))
      then coalesce(known.subsection_id, ${firstRow('subsection_id')}) else known.subsection_id end`;
