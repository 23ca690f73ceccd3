import { forms } from '@campanero/contract/forms/endpoints';
import type { FastifyInstance } from 'fastify';
import type { FormCapacity, FormDetail, FormOption } from '@campanero/contract/forms/schemas';
import { hasPermission } from '@campanero/contract/roles';
import { mount } from '../../http/mount.ts';
import type { FormName, RemoteForm } from '../../integrations/forms/port.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findCampaignForm, isFormOfVisibleCampaign } from './forms.queries.ts';

/** All of them read from the forms system: nothing is written, audited or announced. */
export const formRoutes = (app: FastifyInstance) =>
  mount(app, 'forms', forms, {
    search: async ({ query }, ctx) => ({ forms: (await ctx.forms.search(query)).map(presentOption) }),
    detail: async ({ params }, ctx) => presentForm(await getForm(ctx, params.formId)),
    capacity: async ({ params }, ctx) => presentCapacity(await getFormWithinReach(ctx, params.formId)),
    campaignCapacity: async ({ params }, ctx) => presentCapacity(await getCampaignForm(ctx, params.id)),
  });

/** The search speaks the forms system's own Spanish. */
const presentOption = ({ id, name }: FormName): FormOption => ({ id, nombre: name });

const presentCapacity = ({ slots, enrolled, status }: RemoteForm): FormCapacity => ({ slots, enrolled, status });

const presentForm = (form: RemoteForm): FormDetail => ({
  ...presentCapacity(form),
  id: form.id,
  name: form.name,
  available: form.available,
  createdAt: form.createdAt.toISOString(),
  url: form.url,
});

/** A form by the forms system's id; unknown there is 422, a system that does not answer 503. */
async function getForm({ forms }: SignedCtx, formId: string) {
  const form = await forms.find(formId);
  if (!form) throw new AppError('FORM_UNKNOWN');
  return form;
}

/** Users who may create campaigns see any form; all others only those of the campaigns they see. */
async function getFormWithinReach(ctx: SignedCtx, formId: string) {
  const { db, actor } = ctx;
  const isWithinReach =
    hasPermission('campaign.create', actor.primary) || (await isFormOfVisibleCampaign(db, actor, formId));
  if (!isWithinReach) throw new AppError('FORM_UNKNOWN');
  return getForm(ctx, formId);
}

/** The form of a campaign: 404 for a campaign out of reach, 422 when it has none or the forms system does not know it. */
async function getCampaignForm(ctx: SignedCtx, campaignId: number) {
  const campaign = await findCampaignForm(ctx.db, ctx.actor, campaignId);
  if (!campaign) throw new AppError('NOT_FOUND');
  if (campaign.formId === null) throw new AppError('FORM_UNKNOWN');
  return getForm(ctx, campaign.formId);
}
