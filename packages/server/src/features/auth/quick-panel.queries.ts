import { sql } from 'kysely';
import { visibleTo, type Viewer } from '../../call-store/reach.ts';
import type { Db } from '../../db/client.ts';

/** The panel shows this many of each. */
export const MAX_ITEMS = 10;

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

export async function countUnread(db: Db, userId: number): Promise<{ mails: number; notifications: number }> {
  const { rows } = await sql<{ mails: number; notifications: number }>`
    select (select count(*) from mail where user_id = ${userId} and read_at is null) as mails,
           (select count(*) from notification where user_id = ${userId} and read_at is null) as notifications`.execute(
    db,
  );
  return rows[0] ?? { mails: 0, notifications: 0 };
}
