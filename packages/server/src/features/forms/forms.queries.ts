import type { Db } from '../../db/client.ts';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';
import { asBigint } from '../../db/product-sql.ts';

/** Undefined if the viewer does not see the campaign. */
export const findCampaignForm = (db: Db, viewer: Viewer, campaignId: number) =>
  db
    .selectFrom('campaign')
    .select('campaign.formId')
    .where('campaign.id', '=', asBigint(campaignId))
    .where(visibleTo(viewer))
    .executeTakeFirst();

export const isFormOfVisibleCampaign = async (db: Db, viewer: Viewer, formId: string) =>
  (await db
    .selectFrom('campaign')
    .select('campaign.id')
    .where('campaign.formId', '=', formId)
    .where(visibleTo(viewer))
    .limit(1)
    .executeTakeFirst()) !== undefined;
