import { hasFixedFrame } from '@campanero/contract/campaigns/rules';
import type { OngoingBody, UpdateCampaignFields } from '@campanero/contract/campaigns/write-schemas';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findReachable } from './campaign-detail.queries.ts';
import { chooseForm } from './choose-form.ts';
import { editCampaign } from './edit-campaign.ts';

/** `PUT /campaign/{id}`: any field; new scripts join the present ones. The rules are editCampaign's. */
export async function updateCampaign(
  ctx: SignedCtx,
  id: number,
  { formId, ...fields }: UpdateCampaignFields,
  newScripts: readonly UploadedFile[],
): Promise<{ id: number }> {
  const form = await formOf(ctx, id, formId);
  return editCampaign(ctx, id, { ...fields, newScripts, ...(form && { form }) }, { onlyOngoing: false });
}

/** `PATCH /campaign/{id}/ongoing`: what may change while it runs or waits in REVISANDO, where a later end sets it going again. */
export const updateOngoing = (ctx: SignedCtx, id: number, body: OngoingBody): Promise<{ id: number }> =>
  editCampaign(ctx, id, body, { onlyOngoing: true });

/**
 * Asks the forms system only about a form that is new to the campaign: while that system is away, everything else can
 * still be changed. Looked up before the lock; the edit itself judges again under it.
 */
async function formOf(ctx: SignedCtx, id: number, formId: string | undefined) {
  if (formId === undefined) return undefined;
  const campaign = await findReachable(ctx.db, ctx.actor, id, ctx.clock());
  if (!campaign) throw new AppError('NOT_FOUND');
  if ((campaign.formId ?? '') === formId) return undefined;
  if (hasFixedFrame(campaign)) throw new AppError('CAMPAIGN_RUNNING');
  return chooseForm(ctx, formId);
}
