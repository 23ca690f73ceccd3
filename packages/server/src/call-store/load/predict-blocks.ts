import { hasRows, run, selectColumn, selectRows, sql, type Trx } from '../../db/index.ts';
import { withNestedLoops, withoutNestedLoops } from '../../db/planner-settings.ts';
import { numbersInForce } from '../listed.ts';
import { BLOCKED, IS_DUPLICATE, isNumberKept, WILL_BE_BLOCKED } from './exclude-numbers.ts';
import { isSameByName } from './match-people.ts';
import { isLarge, type Staging } from './staging.ts';

// Predicts the blocks that the file's persons change: a number whose persons are all dead or wrong becomes free with another person, one
// that gains a do-not-call person becomes blocked. Only selects the rows to load: the load's end recomputes the returned numbers.
export async function predictBlocks(trx: Trx, staging: Staging, { obeysLists }: { obeysLists: boolean }) {
  const waiting = await listFreeable(trx, staging);
  const numbers = [...new Set([...waiting, ...(await listOfNeverCalled(trx, staging))])];
  if (numbers.length === 0) return [];
  const predicted = await predictWithLoaded(trx, staging, numbers);
  const numbersWhere = (isBlocked: boolean) =>
    predicted.filter(({ blocked }) => blocked === isBlocked).map(({ number }) => number);
  const [free, blocked] = [numbersWhere(false), numbersWhere(true)];
  await run(trx)`
    delete from ${staging.noCall} where number = any(${free}::bigint[]) and reason = ${sql.lit(BLOCKED)}
      ${obeysLists ? sql`and number not in (${numbersInForce} and listed_number.number = any(${free}::bigint[]))` : sql``}`;
  await sql`
    insert into ${staging.noCall} (number_order, number, reason)
    select row.number_order, row.number, ${sql.lit(WILL_BE_BLOCKED)} from ${staging.rows} row
    where row.number_order >= 0 and row.number = any(${blocked}::bigint[])
      and row.number not in (select number from ${staging.noCall})`.execute(trx);
  await staging.analyze(trx, 'no_call');
  // Skipped numbers are not stored, so they gain no person.
  return selectColumn<number>(trx)`
    select row.number from unnest(${numbers}::bigint[]) as row (number) where ${isNumberKept(staging)}`;
}

/** Blocked numbers whose persons are all dead or wrong: another person would free them. */
const listFreeable = (trx: Trx, staging: Staging) =>
  withoutNestedLoops(
    trx,
    () => selectColumn<number>(trx)`
      select number from ${staging.noCall} no_call join blocked_number using (number)
      where no_call.reason in (${sql.lit(IS_DUPLICATE)}, ${sql.lit(BLOCKED)}) and blocked_number.reason in ('DEAD', 'WRONG')`,
  );

/** Kept numbers that the file adds to known persons who are dead or do-not-call. */
export async function listOfNeverCalled(trx: Trx, staging: Staging): Promise<number[]> {
  if (!(await hasRows(trx)`select from ${staging.known} where never_called limit 1`)) return [];
  return selectColumn<number>(trx)`
    select distinct row.number from ${staging.rows} row
    join ${staging.known} known on known.person_row = row.person_row and known.never_called
    where (row.repeats_person or known.adds_number) and ${isNumberKept(staging)}`;
}

/** Numbers blocked since the load matched them (`since`) to which its people, created at `writtenAt`, were added. */
export const listGainedSince = (trx: Trx, { since, writtenAt }: { since: Date; writtenAt: Date }) =>
  selectColumn<number>(trx)`
    select number from blocked_number
    where at >= ${since} and exists (
      select from person_phone phone where phone.number = blocked_number.number and phone.created_at = ${writtenAt})`;

/** The rule of refresh-calls.ts, including the file's persons. A new person is neither dead nor do-not-call. */
async function predictWithLoaded(trx: Trx, staging: Staging, numbers: readonly number[]) {
  const given = sql`any(${[...numbers]}::bigint[])`;
  const lookUp = isLarge(numbers.length) ? withoutNestedLoops : withNestedLoops;
  return lookUp(
    trx,
    () => selectRows<{ number: number; blocked: boolean }>(trx)`
      with row as materialized (
        select row.*, known.person_row is not null as is_known, known.person_id
        from ${staging.rows} row left join ${staging.known} known on known.person_row = row.person_row
        where row.number = ${given}
      ), named as (
        select row.id, min(person.id) as person_id
        from row join person_phone on person_phone.number = row.number join person on person.id = person_phone.person_id
        where not row.is_known and ${isSameByName} group by row.id
      ), file_person as (
        select distinct row.number, coalesce(row.person_id, named.person_id) as person_id from row left join named using (id)
      ), on_number as (
        select person_phone.number, person.do_not_call or person.in_review_since is not null as refused, person.dead or person_phone.wrong as gone
        from person_phone join person on person.id = person_phone.person_id where person_phone.number = ${given}
        union all
        select file_person.number, coalesce(person.do_not_call or person.in_review_since is not null, false), coalesce(person.dead, false)
        from file_person left join person on person.id = file_person.person_id
        left join person_phone there on there.number = file_person.number and there.person_id = file_person.person_id
        where there.number is null
      ), invalid as (
        select distinct call.number from call where call.number = ${given} and call.invalid
      )
      select number, bool_or(refused) or bool_and(gone) or bool_or(invalid.number is not null) as blocked
      from on_number left join invalid using (number) group by number`,
  );
}
