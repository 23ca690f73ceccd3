import { sql } from 'kysely';
import type { Trx } from '../../client.ts';

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
  // On the original's day and operator, with the outcome that stands after corrections.
  await sql`
    insert into outcome_count (campaign_id, operator_id, day, state_id, affinity, n, first_at, last_at)
    select h.campaign_id, h.user_id, (h.created_at at time zone interval '-03:00')::date,
      coalesce(c.state_id, h.state_id),
      coalesce(case when c.id is null then h.affinity else c.affinity end, 0),
      count(*), min(h.created_at), max(h.created_at)
    from call_history h left join call_history c on c.corrects_id = h.id
    where h.corrects_id is null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(trx);
}

/** What the closing job keeps of a finished campaign (spec 3, Campaign statistics). */
export async function freezeFinished(trx: Trx): Promise<void> {
  await sql`
    insert into frozen_statistics (campaign_id, figures, frozen_at)
    select c.id, jsonb_build_object(
        'totalCalls', t.total, 'totalCalled', f.called, 'pending', t.total - f.called, 'totalReCalled', f.recalled,
        'contacted', t.contacted, 'effective', t.effective, 'participate', f.interested,
        'takeoverByMail', t.by_mail, 'takeoverByWhatsapp', t.by_whatsapp,
        'affinity', jsonb_build_object('positive', f.positive, 'neutral', f.neutral, 'negative', f.negative)),
      c.finished_at
    from campaign c
    cross join lateral (
      select coalesce(sum(n), 0) as total,
        coalesce(sum(n) filter (where s.contactability), 0) as contacted,
        coalesce(sum(n) filter (where s.effectiveness), 0) as effective,
        coalesce(sum(n) filter (where s.id = 14), 0) as by_mail,
        coalesce(sum(n) filter (where s.id = 15), 0) as by_whatsapp
      from call_total ct join state s on s.id = ct.state_id where ct.campaign_id = c.id) t
    cross join lateral (
      select coalesce(sum(n) filter (where figure = 'called'), 0) as called,
        coalesce(sum(n) filter (where figure = 'recalled'), 0) as recalled,
        coalesce(sum(n) filter (where figure = 'interested'), 0) as interested,
        coalesce(sum(n) filter (where figure = 'affinity_2'), 0) as positive,
        coalesce(sum(n) filter (where figure = 'affinity_1'), 0) as neutral,
        coalesce(sum(n) filter (where figure = 'affinity_3'), 0) as negative
      from call_figure cf where cf.campaign_id = c.id) f
    where c.status = 'FINALIZADA'`.execute(trx);
}
