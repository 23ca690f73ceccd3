import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';

/** The form of a campaign within the viewer's reach; undefined when there is no such campaign for them. */
export const findCampaignForm = (db: Db, viewer: Viewer, campaignId: number) =>
  db
    .selectFrom('campaign')
    .select('campaign.formId')
    // Ids come from requests and may be larger than the column: compared as bigint they match nothing instead of failing.
    .where('campaign.id', '=', sql<number>`${campaignId}::bigint`)
    .where(visibleTo(viewer))
    .executeTakeFirst();

/** Is it the form of a campaign within the viewer's reach? */
export const isFormOfVisibleCampaign = async (db: Db, viewer: Viewer, formId: string) =>
  (await db
    .selectFrom('campaign')
    .select('campaign.id')
    .where('campaign.formId', '=', formId)
    .where(visibleTo(viewer))
    .limit(1)
    .executeTakeFirst()) !== undefined;
