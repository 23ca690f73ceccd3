import { asBigint, type Db, selectFirst, selectValue } from '../../db/index.ts';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';

/** Undefined if the viewer does not see the campaign. */
export const findCampaignForm = (db: Db, viewer: Viewer, campaignId: number) =>
  selectFirst<{ formId: string | null }>(db)`
    select form_id from campaign where campaign.id = ${asBigint(campaignId)} and ${visibleTo(viewer)}`;

export const isFormOfVisibleCampaign = (db: Db, viewer: Viewer, formId: string) =>
  selectValue<boolean>(db)`
    select exists (select from campaign where campaign.form_id = ${formId} and ${visibleTo(viewer)})`;
