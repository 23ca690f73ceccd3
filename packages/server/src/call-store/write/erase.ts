import { ERASED_NUMBERS_FROM } from '@campanero/contract/shared/numbers';
import { ERASURE_STEP } from '@campanero/contract/shared/paging';
import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { isClosed } from '../../db/product-sql.ts';
import type { Work } from '../../work/transact.ts';
import {
  countErasedCalls,
  listOpenLoads,
  selectCalls,
  selectNumbersOf,
  selectShared,
  type CallCounts,
  type ErasedCall,
} from '../erasure-scope.ts';
import { lockBlockingShared, lockNumbers } from '../locks.ts';
import { recordErasedPartitions } from './erased-partitions.ts';
import { completeRefresh, recomputeBlocks } from './blocking.ts';

/** What copies outside the store are searched for. None of it is left in the store. */
export interface ErasedWords {
  personIds: number[];
  callIds: number[];
  firstNames: string[];
  lastNames: string[];
  /** First and last name as one text, business names. */
  names: string[];
  documents: string[];
  emails: string[];
  /** Those that nobody else has. */
  numbers: number[];
  /** Those that somebody else has too: they stay, with the calls that were made to them. */
  sharedNumbers: number[];
  orionIds: string[];
  /** Of name and document or birth date, by which a load would know them (person_identity). */
  identities: string[];
}

export interface ErasedPeople extends CallCounts {
  words: ErasedWords;
  /** The rows that were emptied, as the journal of erasures knows them. */
  rows: { id: number; createdAt: Date }[];
  /** Calls to others on the same numbers whose history lost what was written about the person. */
  rewritten: number[];
  /** Entries of the history that lost what was written about the person. */
  entries: number;
  /** Numbers that stay blocked, without a person. */
  keptBlocked: number;
  /** Loads that may have read the persons already and bring them back at their end, and those whose files are still to be read. */
  loadsAtWork: number[];
}

/** Persons by their ids, or those whom a load brought back that had read them before they were erased. */
type Whom = { ids: readonly number[] } | { broughtBack: ErasedWords; since: Date };

/**
 * Empties these persons and everything that their calls say of them (rule personal-data/what-goes-and-what-stays): what was
 * registered, by whom and when stays, so that no figure moves. Numbers that nobody else has go too; on the calls a number that
 * no plan knows stands in their place. An open call to a number that another person has passes to that person. Repeating it
 * finds nothing left to do. Numbers of a person marked as not to be called stay blocked, without the person; with `keepBlock` the
 * numbers of the others do, too.
 */
export async function erasePeople(
  { trx, now }: Pick<Work, 'trx' | 'now'>,
  whom: Whom,
  { keepBlock }: { keepBlock: boolean },
): Promise<ErasedPeople> {
  const blocking = await lockBlockingShared(trx);
  const persons = 'ids' in whom ? [...whom.ids] : await selectBroughtBack(trx, whom);
  const numbers = await selectNumbersOf(trx, persons);
  const lock = await lockNumbers(trx, blocking, numbers);
  const { rows, ...words } = await lockWords(trx, persons);
  const shared = await selectShared(trx, persons, numbers);
  const loadsAtWork = await listOpenLoads(trx);
  const found = await selectCalls(trx, persons, numbers, { isLocking: true });
  const calls = found.filter(({ isOther }) => !isOther);

  const own = numbers.filter((number) => !shared.includes(number));
  const erasedNumbers = await emptyCalls(trx, calls, { own, now });
  await notePassedOn(trx, calls, now);
  const rewritten = await raiseOthers(trx, persons, { others: found.filter(({ isOther }) => isOther), now });
  const entries = await emptyHistory(trx, { calls, persons, numbers });
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
    loadsAtWork,
  };
}

/** The erased ones themselves, to whom a load may have given calls, and new persons who are the same by identity or name and number. */
async function selectBroughtBack(trx: Trx, { broughtBack, since }: Extract<Whom, { since: Date }>): Promise<number[]> {
  const { personIds, identities, numbers, sharedNumbers, names } = broughtBack;
  const isNew = sql`person.erased_at is null and person.created_at >= ${since}`;
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${personIds}::bigint[]) as given (id)
    union
    select person.id from person where person.identity = any(${identities}::bigint[]) and ${isNew}
    union
    select person.id from person_phone join person on person.id = person_phone.person_id
    where person_phone.number = any(${[...numbers, ...sharedNumbers]}::bigint[]) and ${isNew}
      and fold_name(person.first_name, person.last_name) in (
        select fold_name(name, '') from unnest(${names}::text[]) as name)
    order by 1`.execute(trx);
  return rows.map(({ id }) => id);
}

type PersonWords = Omit<ErasedWords, 'callIds' | 'numbers' | 'sharedNumbers'>;

async function lockWords(trx: Trx, persons: number[]): Promise<PersonWords & Pick<ErasedPeople, 'rows'>> {
  const { rows } = await sql<{
    id: number;
    firstName: string;
    lastName: string;
    businessName: string;
    document: string | null;
    email: string | null;
    orionId: string | null;
    identity: string | null;
    createdAt: Date;
  }>`
    select id, first_name, last_name, business_name, document, email, orion_id, identity::text as identity, created_at
    from person where id = any(${persons}::bigint[]) order by id for update`.execute(trx);
  const given = (values: (string | null)[]): string[] => [...new Set(values.filter((value) => !!value) as string[])];
  return {
    rows: rows.map(({ id, createdAt }) => ({ id, createdAt })),
    personIds: rows.map(({ id }) => id),
    firstNames: given(rows.map(({ firstName }) => firstName)),
    lastNames: given(rows.map(({ lastName }) => lastName)),
    names: given(
      rows.flatMap(({ firstName, lastName, businessName }) => [`${firstName} ${lastName}`.trim(), businessName]),
    ),
    documents: given(rows.map(({ document }) => document)),
    emails: given(rows.map(({ email }) => email)),
    orionIds: given(rows.map(({ orionId }) => orionId)),
    identities: given(rows.map(({ identity }) => identity)),
  };
}

/**
 * What calls say of their person, and the numbers that are nobody else's; answers the numbers in their place. Copies on calls
 * of closed campaigns are emptied here, the others follow from the person.
 */
async function emptyCalls(
  trx: Trx,
  calls: readonly ErasedCall[],
  { own, now }: { own: readonly number[]; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    update call set
      person_id = coalesce(given.heir_id, call.person_id),
      number = case when call.number = any(${[...own]}::bigint[]) then nextval('erased_number') else call.number end,
      observations = null,
      callback_at = null, hold_by = null, hold_until = null, hold_for = null,
      birth_year = case when given.is_kept then call.birth_year end, gender = case when given.is_kept then call.gender end,
      district_id = case when given.is_kept then call.district_id end,
      section_id = case when given.is_kept then call.section_id end,
      subsection_id = case when given.is_kept then call.subsection_id end,
      version = call.version + ${sql.lit(ERASURE_STEP)}, updated_at = ${now}
    from (
      select g.id, g.heir_id, not ${isClosed()} as is_kept
      from unnest(${calls.map(({ id }) => id)}::bigint[], ${calls.map(({ heirId }) => heirId)}::bigint[]) as g (id, heir_id)
      join call known on known.id = g.id join campaign on campaign.id = known.campaign_id
    ) given
    where call.id = given.id
    returning call.number`.execute(trx);
  return rows.map(({ number }) => number).filter((number) => number >= ERASED_NUMBERS_FROM);
}

async function notePassedOn(trx: Trx, calls: readonly ErasedCall[], now: Date): Promise<void> {
  const passedOn = calls.filter(({ heirId }) => heirId !== null).map(({ id }) => id);
  await sql`
    insert into call_person_change (call_id, changed_at) select id, ${now} from unnest(${passedOn}::bigint[]) as given (id)
    on conflict (call_id) do update set changed_at = excluded.changed_at`.execute(trx);
}

/** A new version for others' calls in which one of these persons was spoken to: their history loses words. */
async function raiseOthers(
  trx: Trx,
  persons: number[],
  { others, now }: { others: readonly ErasedCall[]; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update call set version = version + ${sql.lit(ERASURE_STEP)}, updated_at = ${now}
    where id = any(${others.map(({ id }) => id)}::bigint[]) and exists (
      select from call_history h where h.call_id = call.id and h.person_id = any(${persons}::bigint[])
        and (h.observations is not null or h.reason <> '(borrado)'))
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** What was written of these persons: on their own calls, and on others' calls to the same numbers when they were spoken to. */
async function emptyHistory(
  trx: Trx,
  { calls, persons, numbers }: { calls: readonly ErasedCall[]; persons: number[]; numbers: number[] },
): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select erase_history_words(${calls.map(({ id }) => id)}::bigint[], ${persons}::bigint[], true)
      + erase_history_words(array(select id from call where number = any(${numbers}::bigint[])), ${persons}::bigint[], false)
      as entries`.execute(trx);
  return rows[0]!.entries;
}

async function emptyPersons(trx: Trx, persons: number[], now: Date): Promise<void> {
  await sql`delete from person_phone where person_id = any(${persons}::bigint[])`.execute(trx);
  await sql`
    update person set kind = 'lead', orion_id = null, first_name = '', last_name = '', business_name = '', document = null,
      birthday = null, gender = null, nationality = null, channel = null, email = null, district_id = null,
      section_id = null, subsection_id = null, do_not_call = false, in_review_since = null, in_review_by = null, identity = null, loaded_number = null,
      loaded_mobile = null, erased_at = coalesce(erased_at, ${now}), version = version + 1, updated_at = ${now}
    where id = any(${persons}::bigint[])`.execute(trx);
}

/**
 * Each number on an empty person of its own: nothing leads from the number to the calls that were made. A number that somebody else
 * has too is kept only if the erased person's mark blocks it already: then nobody loses a call by it.
 */
async function keepBlocked(
  trx: Trx,
  persons: number[],
  { own, keepBlock, now }: { own: readonly number[]; keepBlock: boolean; now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with kept as materialized (
      select nextval('person_id_seq') as id, number from (
        select distinct person_phone.number from person_phone join person on person.id = person_phone.person_id
        where person.id = any(${persons}::bigint[])
          and (person.do_not_call or ${keepBlock} and person_phone.number = any(${[...own]}::bigint[]))) numbers
    ), rows as (
      insert into person (id, kind, do_not_call, erased_at, created_at, updated_at)
      select id, 'lead', true, ${now}, ${now}, ${now} from kept)
    insert into person_phone (number, person_id, created_at) select number, id, ${now} from kept`.execute(trx);
  return Number(numAffectedRows);
}
