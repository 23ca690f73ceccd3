import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { visibleTo, type Viewer } from '../campaigns/campaigns.queries.ts';

const MAX_ITEMS = 10;

/** Campaigns within reach, not finished, that begin or end in the span. */
export const selectCampaignDates = (db: Db, viewer: Viewer, span: { from: Date; to: Date }) =>
  db
    .selectFrom('campaign')
    .select(['campaign.id', 'campaign.name', 'campaign.startDate', 'campaign.endDate'])
    .where(visibleTo(viewer))
    .where('campaign.status', 'not in', ['FINALIZANDO', 'FINALIZADA'])
    .where((eb) =>
      eb.or([eb.between('campaign.startDate', span.from, span.to), eb.between('campaign.endDate', span.from, span.to)]),
    )
    .orderBy('campaign.endDate')
    .orderBy('campaign.id')
    .limit(MAX_ITEMS)
    .execute();

/** How many dated callbacks of a person are open until the end of the day, by campaign; one index descent for each of theirs. */
export const selectOwnCallbacks = (db: Db, viewer: Viewer, until: Date) =>
  db
    .selectFrom('campaign')
    .innerJoin('campaignOperator', 'campaignOperator.campaignId', 'campaign.id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('call')
          .select((call) => [call.fn.countAll<number>().as('total'), call.fn.min('call.callbackAt').as('first')])
          .whereRef('call.campaignId', '=', 'campaign.id')
          .whereRef('call.id', '>=', 'campaign.idLo')
          .whereRef('call.id', '<', 'campaign.idHi')
          .where('call.operatorId', '=', viewer.id)
          .where('call.callbackAt', '<', until)
          .where('call.blocked', '=', false)
          .as('callbacks'),
      (join) => join.on(sql`callbacks.total`, '>', sql`0`),
    )
    .select(['campaign.id', 'campaign.name', 'callbacks.total', 'callbacks.first'])
    .where('campaignOperator.userId', '=', viewer.id)
    .where(visibleTo(viewer))
    .where('campaign.status', '=', 'EN CURSO')
    .orderBy('callbacks.first')
    .limit(MAX_ITEMS)
    .execute();

export async function countUnread(db: Db, userId: number): Promise<{ mails: number; notifications: number }> {
  const { rows } = await sql<{ mails: number; notifications: number }>`
    select (select count(*) from mail where user_id = ${userId} and read_at is null) as mails,
           (select count(*) from notification where user_id = ${userId} and read_at is null) as notifications`.execute(
    db,
  );
  return rows[0] ?? { mails: 0, notifications: 0 };
}
