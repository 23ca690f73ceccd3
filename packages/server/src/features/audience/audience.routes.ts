import type { AudienceListQuery } from '@campanero/contract/audience/list-schemas';
import { blockInWords } from '@campanero/contract/contacts/block-reasons';
import { ERRORS } from '@campanero/contract/errors';
import { routesOf } from '../../http/mount.ts';
import type { SignedCtx } from '../../work/index.ts';
import type { AudienceRecord } from '../../call-store/read/index.ts';
import {
  countAudience,
  countRebalanceable,
  countSegmentable,
  listAudience,
  viewAssigned,
  viewLastSegmentation,
} from './view-audience.ts';
import { rebalanceCalls, segmentAudience, undoSegmentation } from './segment-audience.ts';

async function pageOf(ctx: SignedCtx, id: number, query: AudienceListQuery, signal: AbortSignal) {
  const page = await listAudience(ctx, id, query, signal);
  return { ...page, calls: page.calls.map(presentRow) };
}

export const audienceRoutes = routesOf('audience', {
  list: ({ params, query }, ctx, { signal }) => pageOf(ctx, params.id, query, signal),
  operatorList: ({ params, query }, ctx, { signal }) => pageOf(ctx, params.id, query, signal),
  count: async ({ params, query }, ctx, { signal }) => ({
    totalElementsCount: await countAudience(ctx, params.id, query, signal),
  }),
  assigned: ({ params }, ctx) => viewAssigned(ctx, params.id),
  segmentable: async ({ params, query }, ctx) => ({ total: await countSegmentable(ctx, params.id, query) }),
  segment: ({ params, query, body }, ctx) => segmentAudience(ctx, params.id, query, body),
  lastSegmentation: async ({ params }, ctx) => ({ segmentation: await viewLastSegmentation(ctx, params.id) }),
  undoSegmentation: ({ params }, ctx) => undoSegmentation(ctx, params.id, params.segmentationId),
  rebalanceable: async ({ params, query }, ctx) => ({ total: await countRebalanceable(ctx, params.id, query.from) }),
  rebalance: ({ params, body }, ctx) => rebalanceCalls(ctx, params.id, body),
});

/** The reason is read from the block lists and may be newer than the denormalised flag on the call. */
function presentRow({ blockReason, blockLists, ...call }: AudienceRecord) {
  const reason = blockInWords(blockReason, blockLists);
  return {
    ...call,
    number: String(call.number),
    callCounter: call.callCount,
    blocked: call.blocked || reason !== null,
    blockReason: reason ?? (call.blocked ? ERRORS.NUMBER_BLOCKED.es : null),
  };
}
