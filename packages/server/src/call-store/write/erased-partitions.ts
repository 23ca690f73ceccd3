import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';

/**
 * Notes the partitions from which words of these persons and calls go, before they go: what is replaced stays in their pages until
 * they are written anew (db/rewrite-erased.ts).
 */
export async function recordErasedPartitions(
  trx: Trx,
  { persons = [], calls }: { persons?: readonly number[]; calls: readonly number[] },
): Promise<void> {
  const ofPersons = sql`any(${[...persons]}::bigint[])`;
  const ofCalls = sql`any(${[...calls]}::bigint[])`;
  await sql`
    insert into erased_partition (relation)
    select leaf::regclass::text from (
      select tableoid as leaf from person where id = ${ofPersons}
      union select tableoid from person_phone where person_id = ${ofPersons}
      union select tableoid from call where id = ${ofCalls}
      union select tableoid from call_history where call_id = ${ofCalls}) touched
    order by 1
    on conflict (relation) do update set recorded_at = clock_timestamp()`.execute(trx);
}
