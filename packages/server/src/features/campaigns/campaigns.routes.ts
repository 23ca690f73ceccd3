import { campaigns } from '@campanero/contract/campaigns/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { presentCampaign } from './campaigns.present.ts';
import { listCampaigns } from './list-campaigns.ts';

export const campaignRoutes = (app: FastifyInstance) =>
  mount(app, 'campaigns', campaigns, {
    list: async ({ query }, ctx) => {
      const page = await listCampaigns(ctx, query);
      return { ...page, campaigns: page.campaigns.map((campaign) => presentCampaign(campaign, ctx.actor)) };
    },
  });
