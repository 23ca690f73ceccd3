import { forms } from '@campanero/contract/forms/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { getCampaignForm, getForm, getFormWithinReach } from './get-form.ts';
import { presentCapacity, presentForm, presentOption } from './forms.present.ts';

/** All of them read from the forms system: nothing is written, audited or announced. */
export const formRoutes = (app: FastifyInstance) =>
  mount(app, 'forms', forms, {
    search: async ({ query }, ctx) => ({ forms: (await ctx.forms.search(query)).map(presentOption) }),
    detail: async ({ params }, ctx) => presentForm(await getForm(ctx, params.formId)),
    capacity: async ({ params }, ctx) => presentCapacity(await getFormWithinReach(ctx, params.formId)),
    campaignCapacity: async ({ params }, ctx) => presentCapacity(await getCampaignForm(ctx, params.id)),
  });
