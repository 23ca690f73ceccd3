import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import type { CountedCall } from '../calls/counter-moves.policy.ts';

/** A call before and after its copies were brought up to date; what is not named did not change. */
export interface RefreshedCall extends CountedCall {
  id: number;
  campaignId: number;
  blockedNow: boolean;
  interestedNow: boolean;
}

const UNFINISHED = sql`campaign.status not in ('FINALIZANDO', 'FINALIZADA')`;

/**
 * Brings what calls copy of their number (blocked) and of their person (interested, birth year, gender, place) up to date, in
 * unfinished campaigns, in id order. `patient` waits for rows that somebody has locked; otherwise they are left out. Says
 * nothing of calls that are right already, so repeating it changes nothing. What it answers are the values of the locked rows:
 * read by another scan, a call that changed hands at this moment would be counted for the wrong operator.
 */
export async function refreshCopies(
  trx: Trx,
  numbers: readonly number[],
  { patient }: { patient: boolean },
): Promise<RefreshedCall[]> {
  const { rows } = await sql<RefreshedCall>`
    with truth as (
      select call.id, call.campaign_id, call.operator_id, call.state_id, call.call_count, call.affinity, call.interested,
        call.blocked, ${COPIES}
      from call
      join campaign on campaign.id = call.campaign_id and ${UNFINISHED}
      join person on person.id = call.person_id
      where call.number = any(${[...numbers]}::bigint[]) and ${IS_STALE}
      order by call.id for update of call ${patient ? sql`` : sql`skip locked`}
    ), written as (
      update call set blocked = truth.blocked_now, interested = truth.interested_now, birth_year = truth.birth_year_now,
        gender = truth.gender_now, district_id = truth.district_now, section_id = truth.section_now,
        subsection_id = truth.subsection_now
      from truth where call.id = truth.id
    )
    select id, campaign_id, operator_id, state_id, call_count, affinity, interested, blocked, blocked_now, interested_now
    from truth order by id`.execute(trx);
  return rows;
}

/** Calls whose copies were left out because somebody had them locked. */
export async function hasStaleCopies(trx: Trx, numbers: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from call
    join campaign on campaign.id = call.campaign_id and ${UNFINISHED}
    join person on person.id = call.person_id
    where call.number = any(${[...numbers]}::bigint[]) and ${IS_STALE} limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Loads, or those of them, that a process has begun and whose calls are not visible yet. A load that only waits for its job
 * does not count: it will read the person as changed.
 */
export async function listLoadsAtWork(trx: Trx, among?: readonly number[]): Promise<number[]> {
  const loads = await trx
    .selectFrom('audienceLoad')
    .select('id')
    .where('status', '=', 'RUNNING')
    .where('working', '=', true)
    .$if(among !== undefined, (query) => query.where('id', 'in', [...(among ?? [])]))
    .execute();
  return loads.map(({ id }) => id);
}

/** Every number of whoever has one of these; these themselves among them. */
export async function selectNumbersBeside(trx: Trx, numbers: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from unnest(${[...numbers]}::bigint[]) as given (number)
    union
    select phone.number from person_phone known join person_phone phone on phone.person_id = known.person_id
    where known.number = any(${[...numbers]}::bigint[])
    order by number`.execute(trx);
  return rows.map(({ number }) => number);
}

const IS_BLOCKED = sql`exists (select from blocked_number where blocked_number.number = call.number)`;
const BIRTH_YEAR = sql`extract(year from person.birthday)::smallint`;
const COPIES = sql`${IS_BLOCKED} as blocked_now, person.interested as interested_now, ${BIRTH_YEAR} as birth_year_now,
  person.gender::"char" as gender_now, person.district_id as district_now, person.section_id as section_now,
  person.subsection_id as subsection_now`;
const IS_STALE = sql`(call.blocked, call.interested, call.birth_year, call.gender, call.district_id, call.section_id,
    call.subsection_id) is distinct from (${IS_BLOCKED}, person.interested, ${BIRTH_YEAR}, person.gender::"char",
    person.district_id, person.section_id, person.subsection_id)`;
