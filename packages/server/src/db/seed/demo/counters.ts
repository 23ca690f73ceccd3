import { sql } from 'kysely';
import { freezeFigures, lockCampaign } from '../../../call-store/write/index.ts';
import type { Trx } from '../../client.ts';
import { productDate } from '../../product-sql.ts';

/** The counters as the registering, loading and segmenting transactions would have left them, counted from what was written. */
export async function countEverything(trx: Trx): Promise<void> {
  await sql`
    insert into call_total (campaign_id, operator_id, state_id, n)
    select campaign_id, coalesce(operator_id, 0), state_id, count(*) from call group by 1, 2, 3 order by 1, 2, 3`.execute(
    trx,
  );
  await sql`
    insert into call_figure (campaign_id, operator_id, figure, n)
    select campaign_id, coalesce(operator_id, 0), figure, count(*)
    from call, lateral (values
      ('called', call_count > 0), ('recalled', call_count > 1), ('interested', interested),
      ('affinity_1', affinity = 1), ('affinity_2', affinity = 2), ('affinity_3', affinity = 3),
      ('free', operator_id is null and not blocked)) as figures (figure, applies)
    where applies group by 1, 2, 3 order by 1, 2, 3`.execute(trx);
  // On the original's day and operator, with the outcome that stands after corrections; the demo corrects nothing twice.
  await sql`
    insert into outcome_count (campaign_id, operator_id, day, state_id, affinity, n, again, interested, first_at, last_at)
    select h.campaign_id, h.user_id, ${productDate('h.created_at')},
      coalesce(c.state_id, h.state_id),
      coalesce(case when c.id is null then h.affinity else c.affinity end, 0),
      count(*), count(*) filter (where h.nth > 1), count(*) filter (where call.interested), min(h.created_at), max(h.created_at)
    from (
      select *, row_number() over (partition by call_id order by created_at, id) as nth from call_history where corrects_id is null
    ) h
    join call on call.id = h.call_id
    left join call_history c on c.corrects_id = h.id
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(trx);
}

/** What the closing job keeps of a finished campaign. */
export async function freezeFinished(trx: Trx): Promise<void> {
  const finished = await trx
    .selectFrom('campaign')
    .select(['id', 'finishedAt'])
    .where('status', '=', 'FINALIZADA')
    .orderBy('id')
    .execute();
  for (const { id, finishedAt } of finished)
    await freezeFigures(trx, await lockCampaign(trx, id, 'exclusive'), finishedAt!);
}
