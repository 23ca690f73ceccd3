import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';

/** The load's job finds its row no longer RUNNING at its next step and keeps nothing. */
export const cancelRunningLoad = (trx: Trx, campaignId: number, now: Date) =>
  trx
    .updateTable('audienceLoad')
    .set({ status: 'CANCELLED', finishedAt: now })
    .where('campaignId', '=', campaignId)
    .where('status', '=', 'RUNNING')
    .execute();

/**
 * The campaign's figures as they are at its end (spec 3, Campaign statistics): later changes of the catalogue's flags no
 * longer touch them. The first one stays, so that a repeated job changes nothing. 14 and 15 are the catalogue's states
 * "Relevamiento por mail" and "por WhatsApp".
 */
export const freezeStatistics = (trx: Trx, campaignId: number, now: Date) =>
  sql`
  insert into frozen_statistics (campaign_id, figures, frozen_at)
  select ${campaignId}, jsonb_build_object(
      'totalCalls', t.total, 'totalCalled', f.called, 'pending', t.total - f.called, 'totalReCalled', f.recalled,
      'contacted', t.contacted, 'effective', t.effective, 'participate', f.interested,
      'takeoverByMail', t.by_mail, 'takeoverByWhatsapp', t.by_whatsapp,
      'affinity', jsonb_build_object('positive', f.positive, 'neutral', f.neutral, 'negative', f.negative)), ${now}
  from (
    select coalesce(sum(n), 0) as total,
      coalesce(sum(n) filter (where s.contactability), 0) as contacted,
      coalesce(sum(n) filter (where s.effectiveness), 0) as effective,
      coalesce(sum(n) filter (where s.id = 14), 0) as by_mail,
      coalesce(sum(n) filter (where s.id = 15), 0) as by_whatsapp
    from call_total ct join state s on s.id = ct.state_id where ct.campaign_id = ${campaignId}) t
  cross join (
    select coalesce(sum(n) filter (where figure = 'called'), 0) as called,
      coalesce(sum(n) filter (where figure = 'recalled'), 0) as recalled,
      coalesce(sum(n) filter (where figure = 'interested'), 0) as interested,
      coalesce(sum(n) filter (where figure = 'affinity_2'), 0) as positive,
      coalesce(sum(n) filter (where figure = 'affinity_1'), 0) as neutral,
      coalesce(sum(n) filter (where figure = 'affinity_3'), 0) as negative
    from call_figure cf where cf.campaign_id = ${campaignId}) f
  on conflict (campaign_id) do nothing`.execute(trx);
