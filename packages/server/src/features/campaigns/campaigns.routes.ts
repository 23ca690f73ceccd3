import { countHeldByOperator, selectProgress } from '../../call-store/read/index.ts';
import { routesOf } from '../../http/mount.ts';
import { sendFile } from '../../http/send-file.ts';
import { found, type SignedCtx } from '../../work/index.ts';
import { presentDetail, presentEvent, presentListed, presentScript } from './campaigns.present.ts';
import { createCampaign } from './edit/create-campaign.ts';
import { assertEditable, updateCampaign, updateOngoing } from './edit/edit-campaign.ts';
import { finishCampaign } from './status/close-campaign.ts';
import {
  findScript,
  getVisibleCampaign,
  selectEvents,
  selectScripts,
  selectUnassociatedStates,
} from './view/campaign-detail.queries.ts';
import { countRunning, listCampaigns, viewCampaign } from './view/view-campaign.ts';
import { replaceScripts } from './edit/replace-scripts.ts';

const EVENTS_SHOWN = 20;

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
      await replaceScripts(ctx, params.id, body, files);
      const { id, version } = await getVisibleCampaign(ctx, params.id);
      return { scripts: (await selectScripts(ctx.db, id)).map(presentScript), version };
    },
    script: async ({ params }, ctx, _request, reply) => {
      const { id } = await getVisibleCampaign(ctx, params.id);
      const script = found(await findScript(ctx.db, id, params.scriptId));
      return sendFile(reply, { ...script, content: await ctx.files.get(script.fileKey) });
    },
    unassociated: async ({ params }, ctx) => {
      const { id } = await getVisibleCampaign(ctx, params.id);
      return selectUnassociatedStates(ctx.db, id);
    },
    finish: ({ params }, ctx) => finishCampaign(ctx, params.id),
    progress: async ({ params }, ctx) => {
      const { id } = await getVisibleCampaign(ctx, params.id);
      return selectProgress(ctx.db, id);
    },
    events: async ({ params }, ctx) => {
      const { id } = await getVisibleCampaign(ctx, params.id);
      return (await selectEvents(ctx.db, id, EVENTS_SHOWN)).map(presentEvent);
    },
    operatorLoad: async ({ params, query }, ctx) => {
      const campaign = await getVisibleCampaign(ctx, params.id);
      return { operators: await countHeldByOperator(ctx.db, campaign, query.operators, ctx.clock()) };
    },
  },
  {
    update: ({ params }, ctx, { headers }) => assertEditable(ctx, params.id, headers['idempotency-key']),
    scripts: ({ params }, ctx, { headers }) => assertEditable(ctx, params.id, headers['idempotency-key']),
  },
);
