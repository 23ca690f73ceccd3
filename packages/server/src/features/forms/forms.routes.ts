import { forms } from '@campanero/contract/forms/endpoints';
import type { FastifyInstance } from 'fastify';
import type { FormCapacity, FormDetail, FormOption } from '@campanero/contract/forms/schemas';
import { hasPermission } from '@campanero/contract/roles';
import { mount } from '../../http/mount.ts';
import type { FormName, RemoteForm } from '../../integrations/forms/port.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findCampaignForm, isFormOfVisibleCampaign } from './forms.queries.ts';

/** Reads from the forms system only: no writes, audit or events. */
export const formRoutes = (app: FastifyInstance) =>
  mount(app, 'forms', forms, {
    search: async ({ query }, ctx) => ({ forms: (await ctx.forms.search(query)).map(presentOption) }),
    detail: async ({ params }, ctx) => presentForm(await getForm(ctx, params.formId)),
    capacity: async ({ params }, ctx) => presentCapacity(await getVisibleForm(ctx, params.formId)),
    campaignCapacity: async ({ params }, ctx) => presentCapacity(await getCampaignForm(ctx, params.id)),
  });

/** The search has the Spanish field names of the forms system. */
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

/** 422 for an unknown form, 503 if the forms system does not answer. */
async function getForm({ forms }: SignedCtx, formId: string) {
  const form = await forms.find(formId);
  if (!form) throw new AppError('FORM_UNKNOWN');
  return form;
}

/** Users who may create campaigns see any form, others only those of visible campaigns. */
async function getVisibleForm(ctx: SignedCtx, formId: string) {
  const { db, actor } = ctx;
  const isVisible =
    hasPermission('campaign.create', actor.primary) || (await isFormOfVisibleCampaign(db, actor, formId));
  if (!isVisible) throw new AppError('FORM_UNKNOWN');
  return getForm(ctx, formId);
}

/** 404 for a campaign that is not visible, 422 if it has no form or the forms system does not know it. */
async function getCampaignForm(ctx: SignedCtx, campaignId: number) {
  const campaign = await findCampaignForm(ctx.db, ctx.actor, campaignId);
  if (!campaign) throw new AppError('NOT_FOUND');
  if (campaign.formId === null) throw new AppError('FORM_UNKNOWN');
  return getForm(ctx, campaign.formId);
}
