import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { containsText } from '../../db/text.ts';

/** The states, substates and operators whose names hold what was typed; of states and operators only those with calls here. */
export async function findNamed(db: Db, campaignId: number, typed: string) {
  const userName = sql<string>`u.first_name || ' ' || u.last_name`;
  const here = sql`call_total.campaign_id = ${campaignId} and call_total.n > 0`;
  const { rows } = await sql<{ states: number[]; substates: number[]; operators: number[] }>`
    select
      array(select s.id::int from state s where ${containsText(sql.ref<string>('s.name'), typed)}
        and s.id in (select state_id from call_total where ${here}) order by 1) as states,
      array(select s.id::int from substate s where ${containsText(sql.ref<string>('s.name'), typed)} order by 1) as substates,
      array(select u.id from app_user u where ${containsText(userName, typed)}
        and u.id in (select operator_id from call_total where ${here}) order by 1) as operators`.execute(db);
  return rows[0]!;
}
