import { type Db, isClosed, type RowOf, selectColumn, selectRows, selectValue, sql, type Trx } from '../db/index.ts';
import type { LockedRow, NumbersLock } from './locks.ts';
import { personName } from './reach.ts';

/** A call to one of the numbers of the erased persons. */
export interface ErasedCall extends Pick<RowOf<'call'>, 'id' | 'number' | 'personId' | 'campaignId' | 'callbackAt'> {
  /** To another person with the same number: locked too, so that nothing is written about the erased person meanwhile. */
  isOther: boolean;
  isOpen: boolean;
  /** The person to whom an open call passes. */
  newPersonId: number | null;
}

export type CallCounts = ReturnType<typeof countErasedCalls>;

export interface ErasurePreview extends CallCounts {
  numbers: number[];
  sharedNumbers: number[];
  callIds: number[];
  /** History entries that lose their texts. */
  entries: number;
}

/** Read-only preview without locks; erasePeople() uses the same queries. */
export async function previewErasure(db: Db | Trx, personId: number): Promise<ErasurePreview> {
  const persons = [personId];
  const numbers = await selectNumbersOf(db, persons);
  const sharedNumbers = await selectShared(db, persons, numbers);
  const found = await selectCalls(db, persons, numbers);
  const calls = found.filter(({ isOther }) => !isOther);
  const callIds = calls.map(({ id }) => id);
  return {
    ...countErasedCalls(calls),
    numbers: numbers.filter((number) => !sharedNumbers.includes(number)),
    sharedNumbers,
    callIds,
    entries: await countEntries(db, personId, { callIds, others: found.map(({ id }) => id) }),
  };
}

type SameBy = 'document' | 'email' | 'numberAndName';
/** A document shared by more persons than this identifies none of them. */
const SAME_PERSONS_MAX = 100;

interface PersonIdentifiers {
  personIds: readonly number[];
  documents: readonly string[];
  emails: readonly string[];
  names: readonly string[];
  numbers: readonly number[];
  sharedNumbers: readonly number[];
}

/** Other persons with the same document, the same mail, or the same name on one of the numbers. */
export async function selectSamePersons(db: Db | Trx, identifiers: PersonIdentifiers) {
  const { personIds, documents, emails, names, numbers, sharedNumbers } = identifiers;
  return selectRows<{ id: number; by: SameBy }>(db)`
    select distinct on (person.id) person.id, found.by from (
      select id, 'document' as by, 1 as place from person where document collate "C" = any(${[...documents]}::text[])
      union all
      select id, 'email', 2 from person
      where lower(email) collate "C" = any(${emails.map((email) => email.toLowerCase())}::text[])
      union all
      select person.id, 'numberAndName', 3 from person_phone join person on person.id = person_phone.person_id
      where person_phone.number = any(${[...numbers, ...sharedNumbers]}::bigint[])
        and fold_name(person.first_name, person.last_name) in (
          select fold_name(name, '') from unnest(${[...names]}::text[]) as name)) found
    join person on person.id = found.id
    where person.erased_at is null and person.id <> all(${[...personIds]}::bigint[])
    order by person.id, found.place limit ${SAME_PERSONS_MAX}`;
}

type PersonSummary = Pick<RowOf<'person'>, 'id' | 'document' | 'email'> & { name: string; numbers: number[] };

export const summarisePersons = (db: Db | Trx, ids: readonly number[]) =>
  selectRows<PersonSummary>(db)`
    select id, ${personName} as name, document, email,
      array(select number::float8 from person_phone where person_id = person.id order by 1 limit 10) as numbers
    from person where id = any(${[...ids]}::bigint[]) and erased_at is null`;

/** `closed` and `passedOn` (to another person with the same number) are the open calls. */
export const countErasedCalls = (calls: readonly ErasedCall[]) => {
  const open = calls.filter(({ isOpen }) => isOpen);
  return {
    calls: calls.length,
    closed: open.filter(({ newPersonId }) => newPersonId === null).length,
    passedOn: open.filter(({ newPersonId }) => newPersonId !== null).length,
    callbacks: calls.filter(({ callbackAt }) => callbackAt !== null).length,
  };
};

export const selectNumbersOf = (db: Db | Trx, persons: readonly number[]) =>
  selectColumn<number>(db)`
    select distinct number from person_phone where person_id = any(${[...persons]}::bigint[]) order by number`;

/** Numbers that another person, not erased, has too. */
export const selectShared = (db: Db | Trx, persons: readonly number[], numbers: readonly number[]) =>
  selectColumn<number>(db)`
    select distinct person_phone.number from person_phone join person on person.id = person_phone.person_id
    where person_phone.number = any(${[...numbers]}::bigint[]) and person.id <> all(${[...persons]}::bigint[])
      and person.erased_at is null
    order by 1`;

// In id order. An open call passes to the first other person with its number and the same `interested`, so that the figure
// «Participa» stays.
function selectCalls<Call extends ErasedCall>(
  db: Db | Trx,
  persons: readonly number[],
  numbers: readonly number[],
  lock = sql``,
) {
  const erased = sql`${[...persons]}::bigint[]`;
  return selectRows<Call>(db)`
    select call.id, call.number, call.person_id, call.campaign_id, call.callback_at, call.person_id <> all(${erased}) as is_other,
      not ${isClosed()} and not call.blocked and not call.invalid as is_open,
      case when not ${isClosed()} and call.person_id = any(${erased}) then (
        select min(other.id) from person_phone join person other on other.id = person_phone.person_id
        where person_phone.number = call.number and other.id <> all(${erased}) and other.erased_at is null
          and other.interested = call.interested) end as new_person_id
    from call join campaign on campaign.id = call.campaign_id
    where call.number = any(${[...numbers]}::bigint[]) order by call.id ${lock}`;
}

export type LockedErasedCall = ErasedCall & LockedRow<'call'>;
export const lockCallsOf = (trx: Trx, { numbers }: NumbersLock, persons: readonly number[]) =>
  selectCalls<LockedErasedCall>(trx, persons, numbers, sql`for update of call`);

/** Entries that erase_history_words() would change: of the person's calls, and of others' calls that name the person. */
const countEntries = (
  db: Db | Trx,
  personId: number,
  { callIds, others }: { callIds: readonly number[]; others: readonly number[] },
) =>
  selectValue<number>(db)`
    select count(*) as n from call_history h
    where h.call_id = any(${[...others]}::bigint[])
      and (h.person_id = ${personId} or h.person_id is null and h.call_id = any(${[...callIds]}::bigint[]))
      and (h.observations is not null or h.reason <> '(borrado)')`;

/** Loads that are running or queued: they may have read a person already and recreate them. */
export const listOpenLoads = (db: Db | Trx) =>
  selectColumn<number>(db)`
    select id from audience_load
    where working or exists (select from audience_load_file where load_id = id and file_key is not null)
    order by id`;
