import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';

/** Why a number must not be rung; the first that holds is the one that is told. */
export type BlockReason = 'DO_NOT_CALL' | 'INVALID' | 'DEAD' | 'WRONG';

/**
 * One change of a number's marks at a time, in number order: what the one before decided is committed and seen by the
 * statements that follow.
 */
export async function lockNumbers(trx: Trx, numbers: readonly number[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('number ' || number, 0))
    from (select number from unnest(${[...numbers]}::bigint[]) as given (number) order by number) ordered`.execute(trx);
}

/**
 * Decides anew whether the numbers are blocked (decisions 5): any of their persons is do-not-call, all of them are dead or
 * wrong, or the number was marked invalid in any campaign. Writes only what changed. Under lockNumbers.
 */
export async function recomputeBlocked(trx: Trx, numbers: readonly number[], now: Date): Promise<void> {
  await sql`
    with judged as (
      select given.number,
        case
          when p.refused then 'DO_NOT_CALL'
          when exists (select from call where call.number = given.number and call.invalid) then 'INVALID'
          when p.gone and p.dead then 'DEAD'
          when p.gone then 'WRONG'
        end as reason
      from unnest(${[...numbers]}::bigint[]) as given (number)
      left join lateral (
        select bool_or(person.do_not_call) as refused, bool_or(person.dead) as dead,
          bool_and(person.dead or person_phone.wrong) as gone
        from person_phone join person on person.id = person_phone.person_id
        where person_phone.number = given.number
      ) p on true
    ), freed as (
      delete from blocked_number using judged where blocked_number.number = judged.number and judged.reason is null
    )
    insert into blocked_number as b (number, reason, at)
    select number, reason, ${now} from judged where reason is not null order by number
    on conflict (number) do update set reason = excluded.reason where b.reason <> excluded.reason`.execute(trx);
}
