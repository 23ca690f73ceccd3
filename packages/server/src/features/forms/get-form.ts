import { hasPermission } from '@campanero/contract/roles';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findCampaignForm, isFormOfVisibleCampaign } from './forms.queries.ts';

/** A form by the forms system's id; unknown there is 422 (spec 7), a system that does not answer 503. */
export async function getForm({ forms }: SignedCtx, formId: string) {
  const form = await forms.find(formId);
  if (!form) throw new AppError('FORM_UNKNOWN');
  return form;
}

/** Whoever builds campaigns may look at any form; everyone else only at those of the campaigns they see (SEC-26). */
export async function getFormWithinReach(ctx: SignedCtx, formId: string) {
  const { db, actor } = ctx;
  const isWithinReach =
    hasPermission('campaign.create', actor.primary) || (await isFormOfVisibleCampaign(db, actor, formId));
  if (!isWithinReach) throw new AppError('FORM_UNKNOWN');
  return getForm(ctx, formId);
}

/** The form of a campaign: 404 for a campaign out of reach, 422 when it has none or the forms system does not know it. */
export async function getCampaignForm(ctx: SignedCtx, campaignId: number) {
  const campaign = await findCampaignForm(ctx.db, ctx.actor, campaignId);
  if (!campaign) throw new AppError('NOT_FOUND');
  if (campaign.formId === null) throw new AppError('FORM_UNKNOWN');
  return getForm(ctx, campaign.formId);
}
