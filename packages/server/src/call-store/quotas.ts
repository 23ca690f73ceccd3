import { productDay } from '@campanero/contract/shared/dates';
import { type RawBuilder, sql } from '../db/index.ts';

// Quota cells in SQL, for statements with `call` and `quota_cell`.

const answered = (answers: RawBuilder<unknown>) => sql`case
  when quota_cell.is_several then ${answers}[quota_cell.question_id] > 0
    and (${answers}[quota_cell.question_id] >> (quota_cell.value - 1)::int) & 1 = 1
  else ${answers}[quota_cell.question_id] = quota_cell.value end`;

/** Whether `call` is in `quota_cell`; the year is enough for an age, as everywhere (call.birth_year). */
export const isInCell = (now: Date): RawBuilder<boolean> => {
  const year = sql.lit(Number(productDay(now).slice(0, 4)));
  return sql<boolean>`coalesce(quota_cell.campaign_id = call.campaign_id
    and (quota_cell.section_id is null or call.section_id = quota_cell.section_id)
    and (quota_cell.gender is null or call.gender = quota_cell.gender::"char")
    and (quota_cell.age_from is null or call.birth_year <= ${year} - quota_cell.age_from)
    and (quota_cell.age_to is null or call.birth_year >= ${year} - quota_cell.age_to)
    and (quota_cell.question_id is null or coalesce((
      select ${answered(sql`interview.answers`)} from interview where interview.call_id = call.id), false)), false)`;
};

/** In no cell that is full or closed. In the statement that hands out, so that a cell counts as full from its commit. */
export const isWithinQuotas = (now: Date): RawBuilder<boolean> => sql<boolean>`not exists (
  select from quota_cell where (quota_cell.is_off or quota_cell.filled >= quota_cell.target) and ${isInCell(now)})`;
