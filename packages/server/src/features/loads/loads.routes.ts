import { routesOf } from '../../http/mount.ts';
import { sendCsv } from '../../http/send-file.ts';
import { importDashboard, importForm, precheckUpload, uploadAudience } from './accept-load.ts';
import { cancelRunningLoad } from './end-load.ts';
import {
  countLoadsAhead,
  describeOrigin,
  openRejectedRows,
  presentLoad,
  viewLoad,
  viewPastLoads,
  viewRejectedReasons,
  withRemembered,
} from './load-report.ts';

export const loadRoutes = routesOf(
  'loads',
  {
    upload: ({ params, query, body, files }, ctx) => uploadAudience(ctx, params.id, { files, sheets: body }, query),
    importDashboard: ({ params, query }, ctx) => importDashboard(ctx, params.id, params.audienceId, query),
    importForm: ({ params, query }, ctx) => importForm(ctx, params.id, params.formId, query),
    last: async ({ params }, ctx) => {
      const load = await viewLoad(ctx, params.id);
      if (!load) return null;
      const unknownPlaces = await withRemembered(ctx.db, load);
      const [origin, ahead] = [await describeOrigin(ctx.db, load), await countLoadsAhead(ctx, load)];
      return presentLoad(load, { origin, unknownPlaces, ahead, now: ctx.clock() });
    },
    list: ({ params }, ctx) => viewPastLoads(ctx, params.id),
    cancel: async ({ params }, ctx) => {
      const load = await cancelRunningLoad(ctx, params.id);
      const origin = await describeOrigin(ctx.db, load);
      return presentLoad(load, { origin, unknownPlaces: [], ahead: null, now: ctx.clock() });
    },
    reasons: ({ params }, ctx) => viewRejectedReasons(ctx, params.id),
    rejected: async ({ params }, ctx, _request, reply) => sendCsv(reply, await openRejectedRows(ctx, params.id)),
  },
  { upload: ({ params }, ctx, { headers }) => precheckUpload(ctx, params.id, headers['idempotency-key']) },
);
