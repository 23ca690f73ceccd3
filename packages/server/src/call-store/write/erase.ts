import { ERASED_NUMBERS_FROM } from '@campanero/contract/shared/numbers';
import { ERASURE_STEP } from '@campanero/contract/shared/paging';
import {
  countWritten,
  givenRows,
  isClosed,
  selectColumn,
  selectRows,
  selectValue,
  sql,
  type Trx,
} from '../../db/index.ts';
import type { Work } from '../../work/transact.ts';
import {
  countErasedCalls,
  listOpenLoads,
  lockCallsOf,
  selectNumbersOf,
  selectShared,
  type CallCounts,
  type LockedErasedCall,
} from '../erasure-scope.ts';
import { lockBlockingShared, lockNumbers, type BlockingLock, type NumbersLock } from '../locks.ts';
import { completeRefresh, recomputeBlocks } from './refresh-calls.ts';
import { recordErasedPartitions } from './call-texts.ts';
import { eraseInterviewTexts } from './interview.ts';
import { eraseQuestions } from './questions.ts';

/** Search terms for copies outside the store (files, audit, exports); the store itself keeps none of them. */
export interface ErasureTerms {
  personIds: number[];
  callIds: number[];
  firstNames: string[];
  lastNames: string[];
  /** First and last name as one text, business names. */
  names: string[];
  documents: string[];
  emails: string[];
  /** Numbers of these persons only. */
  numbers: number[];
  /** Numbers that other persons have too: they stay, with the calls made to them. */
  sharedNumbers: number[];
  orionIds: string[];
  /** Hashes of name and document or birth date, by which loads match persons (person_identity). */
  identities: string[];
}

interface ErasedPeople extends CallCounts {
  words: ErasureTerms;
  /** The erased rows, for the journal of erasures. */
  rows: { id: number; createdAt: Date }[];
  /** Calls to other persons on the same numbers whose history lost texts about the erased person. */
  rewritten: number[];
  entries: number;
  /** Numbers that stay blocked, without a person. */
  keptBlocked: number;
  /** Loads that are queued or running: they may have read the persons already and recreate them. */
  activeLoads: number[];
}

// Empties persons and the texts on their calls (rule personal-data/what-is-erased-and-what-stays). Outcomes, operators and dates stay, so no
// figure changes. Numbers of a do-not-call person stay blocked without the person; `keepBlock` does so for all. Idempotent.
export const erasePeople = async (work: ErasureWork, ids: readonly number[], { keepBlock }: { keepBlock: boolean }) =>
  eraseLocked(work, await lockBlockingShared(work.trx), ids, keepBlock);

/** Erases persons again, and those that a load recreated because it had read them before the erasure. */
export async function eraseRecreated(work: ErasureWork, terms: ErasureTerms, since: Date): Promise<ErasedPeople> {
  const blocking = await lockBlockingShared(work.trx);
  return eraseLocked(work, blocking, await selectRecreated(work.trx, terms, since), false);
}

type ErasureWork = Pick<Work, 'trx' | 'now'>;

/** Locks in the order of locks.ts: numbers, persons, calls. */
async function eraseLocked(
  { trx, now }: ErasureWork,
  blocking: BlockingLock,
  persons: readonly number[],
  keepBlock: boolean,
): Promise<ErasedPeople> {
  const lock = await lockNumbers(trx, blocking, await selectNumbersOf(trx, persons));
  const { numbers } = lock;
  const { rows, ...words } = await lockPersons(trx, lock, persons);
  const shared = await selectShared(trx, persons, numbers);
  const activeLoads = await listOpenLoads(trx);
  const found = await lockCallsOf(trx, lock, persons);
  const calls = found.filter(({ isOther }) => !isOther);
  const others = found.filter(({ isOther }) => isOther);

  const own = numbers.filter((number) => !shared.includes(number));
  const erasedNumbers = await emptyCalls(trx, calls, { own, now });
  await recordPassedCalls(trx, calls, now);
  const rewritten = await bumpOtherVersions(trx, persons, { others, now });
  const entries = await emptyHistory(trx, { calls, persons, numbers });
  const about = { calls: calls.map(({ id }) => id), others: others.map(({ id }) => id), persons };
  await eraseQuestions(trx, about);
  await eraseInterviewTexts(trx, about);
  const keptBlocked = await keepBlocked(trx, persons, { own, keepBlock, now });
  await recordErasedPartitions(trx, { persons, calls: found.map(({ id }) => id) });
  await emptyPersons(trx, persons, now);
  const touched = { ...lock, numbers: [...numbers, ...erasedNumbers] };
  await recomputeBlocks(trx, touched, touched.numbers, now);
  await completeRefresh(trx, touched);
  return {
    ...countErasedCalls(calls),
    rows,
    words: { ...words, numbers: own, sharedNumbers: shared, callIds: calls.map(({ id }) => id) },
    rewritten,
    entries,
    keptBlocked,
    activeLoads,
  };
}

/** The erased persons themselves, to whom a load may have added calls, and new persons with the same identity or name and number. */
function selectRecreated(trx: Trx, terms: ErasureTerms, since: Date): Promise<number[]> {
  const { personIds, identities, numbers, sharedNumbers, names } = terms;
  const isNew = sql`person.erased_at is null and person.created_at >= ${since}`;
  return selectColumn<number>(trx)`
    select id from unnest(${personIds}::bigint[]) as given (id)
    union
    select person.id from person where person.identity = any(${identities}::bigint[]) and ${isNew}
    union
    select person.id from person_phone join person on person.id = person_phone.person_id
    where person_phone.number = any(${[...numbers, ...sharedNumbers]}::bigint[]) and ${isNew}
      and fold_name(person.first_name, person.last_name) in (
        select fold_name(name, '') from unnest(${names}::text[]) as name)
    order by 1`;
}

type Identifying = 'firstName' | 'lastName' | 'businessName' | 'document' | 'email' | 'orionId' | 'identity';

async function lockPersons(trx: Trx, _lock: NumbersLock, persons: readonly number[]) {
  const rows = await selectRows<{ id: number; createdAt: Date } & Record<Identifying, string | null>>(trx)`
    select id, first_name, last_name, business_name, document, email, orion_id, identity::text as identity, created_at
    from person where id = any(${[...persons]}::bigint[]) order by id for update`;
  const distinct = (values: (string | null)[]) => [...new Set(values.filter((value) => !!value) as string[])];
  const all = (column: Identifying) => distinct(rows.map((row) => row[column]));
  return {
    rows: rows.map(({ id, createdAt }) => ({ id, createdAt })),
    personIds: rows.map(({ id }) => id),
    firstNames: all('firstName'),
    lastNames: all('lastName'),
    names: distinct(
      rows.flatMap(({ firstName, lastName, businessName }) => [`${firstName} ${lastName}`.trim(), businessName]),
    ),
    documents: all('document'),
    emails: all('email'),
    orionIds: all('orionId'),
    identities: all('identity'),
  };
}

// Returns the numbers that replace `own`. Denormalised columns are emptied here only in closed campaigns; the refresh does the others.
async function emptyCalls(
  trx: Trx,
  calls: readonly LockedErasedCall[],
  { own, now }: { own: readonly number[]; now: Date },
): Promise<number[]> {
  const numbers = await selectColumn<number>(trx)`
    update call set
      person_id = coalesce(given.new_person_id, call.person_id),
      number = case when call.number = any(${[...own]}::bigint[]) then nextval('erased_number') else call.number end,
      observations = null,
      callback_at = null, hold_by = null, hold_until = null, hold_for = null,
      birth_year = case when given.is_kept then call.birth_year end, gender = case when given.is_kept then call.gender end,
      district_id = case when given.is_kept then call.district_id end,
      section_id = case when given.is_kept then call.section_id end,
      subsection_id = case when given.is_kept then call.subsection_id end,
      version = call.version + ${sql.lit(ERASURE_STEP)}, updated_at = ${now}
    from (
      select given.id, given.new_person_id, not ${isClosed()} as is_kept
      from ${givenRows(calls, { id: 'bigint', newPersonId: 'bigint' })}
      join call known on known.id = given.id join campaign on campaign.id = known.campaign_id
    ) given
    where call.id = given.id
    returning call.number`;
  return numbers.filter((number) => number >= ERASED_NUMBERS_FROM);
}

function recordPassedCalls(trx: Trx, calls: readonly LockedErasedCall[], now: Date) {
  const passedOn = calls.filter(({ newPersonId }) => newPersonId !== null).map(({ id }) => id);
  return sql`
    insert into call_person_change (call_id, changed_at) select id, ${now} from unnest(${passedOn}::bigint[]) as given (id)
    on conflict (call_id) do update set changed_at = excluded.changed_at`.execute(trx);
}

/** New version for calls of other persons whose history lost texts. */
const bumpOtherVersions = (
  trx: Trx,
  persons: readonly number[],
  { others, now }: { others: readonly LockedErasedCall[]; now: Date },
) =>
  selectColumn<number>(trx)`
    update call set version = version + ${sql.lit(ERASURE_STEP)}, updated_at = ${now}
    where id = any(${others.map(({ id }) => id)}::bigint[]) and exists (
      select from call_history h where h.call_id = call.id and h.person_id = any(${[...persons]}::bigint[])
        and (h.observations is not null or h.reason <> '(borrado)'))
    returning id`;

/** Texts on their own calls, and on other persons' calls to the same numbers if the entry names them. */
function emptyHistory(
  trx: Trx,
  {
    calls,
    persons,
    numbers,
  }: { calls: readonly LockedErasedCall[]; persons: readonly number[]; numbers: readonly number[] },
) {
  const erased = sql`${[...persons]}::bigint[]`;
  return selectValue<number>(trx)`
    select erase_history_words(${calls.map(({ id }) => id)}::bigint[], ${erased}, true)
      + erase_history_words(array(select id from call where number = any(${[...numbers]}::bigint[])), ${erased}, false)
      as entries`;
}

async function emptyPersons(trx: Trx, persons: readonly number[], now: Date): Promise<void> {
  const erased = sql`any(${[...persons]}::bigint[])`;
  await sql`delete from person_phone where person_id = ${erased}`.execute(trx);
  await sql`
    update person set kind = 'lead', orion_id = null, first_name = '', last_name = '', business_name = '', document = null,
      birthday = null, gender = null, nationality = null, channel = null, email = null, district_id = null,
      section_id = null, subsection_id = null, do_not_call = false, in_review_since = null, in_review_by = null, identity = null, loaded_number = null,
      loaded_mobile = null, erased_at = coalesce(erased_at, ${now}), version = version + 1, updated_at = ${now}
    where id = ${erased}`.execute(trx);
}

// Each number on an empty person of its own, so that nothing links it to past calls. A shared one only if a do-not-call mark
// blocks it already.
const keepBlocked = (
  trx: Trx,
  persons: readonly number[],
  { own, keepBlock, now }: { own: readonly number[]; keepBlock: boolean; now: Date },
) =>
  countWritten(trx)`
    with kept as materialized (
      select nextval('person_id_seq') as id, number from (
        select distinct person_phone.number from person_phone join person on person.id = person_phone.person_id
        where person.id = any(${[...persons]}::bigint[])
          and (person.do_not_call or ${keepBlock} and person_phone.number = any(${[...own]}::bigint[]))) numbers
    ), rows as (
      insert into person (id, kind, do_not_call, erased_at, created_at, updated_at)
      select id, 'lead', true, ${now}, ${now}, ${now} from kept)
    insert into person_phone (number, person_id, created_at) select number, id, ${now} from kept`;
