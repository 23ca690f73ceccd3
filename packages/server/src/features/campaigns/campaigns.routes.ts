import { routesOf } from '../../http/mount.ts';
import { sendFile } from '../../http/send-file.ts';
import type { SignedCtx } from '../../work/index.ts';
import { presentDetail, presentEvent, presentListed, presentScript } from './campaigns.present.ts';
import { createCampaign } from './edit/create-campaign.ts';
import { assertEditable, updateCampaign, updateOngoing } from './edit/edit-campaign.ts';
import { finishCampaign } from './status/finish-campaign.ts';
import {
  countRunning,
  getScript,
  listCampaigns,
  listEvents,
  listUnassociatedStates,
  viewCampaign,
  viewOperatorLoad,
  viewProgress,
  viewScripts,
} from './view/view-campaign.ts';
import { replaceScripts } from './edit/replace-scripts.ts';

const detailOf = async (ctx: SignedCtx, id: number) => presentDetail(await viewCampaign(ctx, id), ctx.actor);

export const campaignRoutes = routesOf(
  'campaigns',
  {
    list: async ({ query }, ctx) => {
      const page = await listCampaigns(ctx, query);
      return { ...page, campaigns: page.campaigns.map((campaign) => presentListed(campaign, ctx.actor)) };
    },
    running: (_input, ctx) => countRunning(ctx),
    create: async ({ body, files }, ctx) => ({ data: await createCampaign(ctx, body, files) }),
    detail: ({ params }, ctx) => detailOf(ctx, params.id),
    update: async ({ params, body, files }, ctx) =>
      detailOf(ctx, (await updateCampaign(ctx, params.id, body, files)).id),
    ongoing: async ({ params, body }, ctx) => detailOf(ctx, (await updateOngoing(ctx, params.id, body)).id),
    scripts: async ({ params, body, files }, ctx) => {
      const { id } = await replaceScripts(ctx, params.id, body, files);
      const { scripts, version } = await viewScripts(ctx, id);
      return { scripts: scripts.map(presentScript), version };
    },
    script: async ({ params }, ctx, _request, reply) => {
      const script = await getScript(ctx, params.id, params.scriptId);
      return sendFile(reply, { ...script, content: await ctx.files.get(script.fileKey) });
    },
    unassociated: ({ params }, ctx) => listUnassociatedStates(ctx, params.id),
    finish: ({ params }, ctx) => finishCampaign(ctx, params.id),
    progress: ({ params }, ctx) => viewProgress(ctx, params.id),
    events: async ({ params }, ctx) => (await listEvents(ctx, params.id)).map(presentEvent),
    operatorLoad: async ({ params, query }, ctx) => ({
      operators: await viewOperatorLoad(ctx, params.id, query.operators),
    }),
  },
  {
    update: ({ params }, ctx, { headers }) => assertEditable(ctx, params.id, headers['idempotency-key']),
    scripts: ({ params }, ctx, { headers }) => assertEditable(ctx, params.id, headers['idempotency-key']),
  },
);
