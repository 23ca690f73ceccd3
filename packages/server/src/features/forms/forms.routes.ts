import { may } from '@campanero/contract/roles';
import { routesOf } from '../../http/mount.ts';
import { AppError, found, type SignedCtx } from '../../work/index.ts';
import { findCampaignForm, isFormOfVisibleCampaign } from './forms.queries.ts';

/** Reads from the forms system only: no writes, audit or events. The search has the Spanish field names of that system. */
export const formRoutes = routesOf('forms', {
  search: async ({ query }, ctx) => ({
    forms: (await ctx.forms.search(query)).map(({ id, name }) => ({ id, nombre: name })),
  }),
  detail: ({ params }, ctx) => getForm(ctx, params.formId),
  capacity: ({ params }, ctx) => getVisibleForm(ctx, params.formId),
  campaignCapacity: ({ params }, ctx) => getCampaignForm(ctx, params.id),
});

/** 422 for an unknown form, 503 if the forms system does not answer. */
const getForm = async ({ forms }: SignedCtx, formId: string) => found(await forms.find(formId), 'FORM_UNKNOWN');

/** Users who may create campaigns see any form, others only those of visible campaigns. */
async function getVisibleForm(ctx: SignedCtx, formId: string) {
  const seesAll = may(ctx.actor, 'campaign.create');
  if (!seesAll && !(await isFormOfVisibleCampaign(ctx.db, ctx.actor, formId))) throw new AppError('FORM_UNKNOWN');
  return getForm(ctx, formId);
}

/** 404 for a campaign that is not visible, 422 if it has no form or the forms system does not know it. */
async function getCampaignForm(ctx: SignedCtx, campaignId: number) {
  const campaign = found(await findCampaignForm(ctx.db, ctx.actor, campaignId));
  if (campaign.formId === null) throw new AppError('FORM_UNKNOWN');
  return getForm(ctx, campaign.formId);
}
