import type { AudienceListQuery } from '@campanero/contract/audience/list-schemas';
import { blockInWords } from '@campanero/contract/contacts/block-reasons';
import { ERRORS } from '@campanero/contract/errors';
import { routesOf } from '../../http/mount.ts';
import { type SignedCtx, AppError, found, trackContactReads } from '../../work/index.ts';
import {
  type AudienceRecord,
  countCalls,
  countMovable,
  countUntouched,
  readPage,
  readShares,
} from '../../call-store/read/index.ts';
import { rebalanceCalls, segmentAudience, undoSegmentation } from './segment-audience.ts';
import { drawCampaignSample, releaseSample, removeSample, viewSample } from './sample.ts';
import { type Audience, findAudience, findSegmentation } from './audience.queries.ts';
import type { AudienceFilters } from '@campanero/contract/audience/filters';
import { expectedWeekdays } from '@campanero/contract/calling-rules/work-days';
import { productDay } from '@campanero/contract/shared/dates';
import { calendarOf } from '../calling-rules/calling-rules.queries.ts';
import { splitRefusal, withAttemptsLeft } from './audience.policy.ts';

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

export const sampleRoutes = routesOf('sample', {
  view: ({ params }, ctx) => viewSample(ctx, params.id),
  draw: ({ params, body }, ctx) => drawCampaignSample(ctx, params.id, body),
  release: ({ params, body }, ctx) => releaseSample(ctx, params.id, body),
  remove: ({ params }, ctx) => removeSample(ctx, params.id),
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

const getVisibleAudience = async ({ db, actor, clock }: SignedCtx, id: number): Promise<Audience> =>
  found(await findAudience(db, actor, id, clock()));

/** Refuses a campaign whose first load is running. */
async function getReadableAudience(ctx: SignedCtx, id: number): Promise<Audience> {
  const audience = await getVisibleAudience(ctx, id);
  if (audience.status === 'CARGANDO AUDIENCIA' && audience.nextPosition === 0)
    throw new AppError('CAMPAIGN_PROCESSING');
  return audience;
}

/** In load order by default. With `later` an expensive count is left to countAudience(). Counts the contacts as read. */
async function listAudience(ctx: SignedCtx, id: number, query: AudienceListQuery, signal?: AbortSignal) {
  const audience = await getReadableAudience(ctx, id);
  const { calls, total } = await readPage({ ...ctx, signal }, ctx.actor, audience, query);
  const shown = calls.map(({ number }) => ({ number, campaignId: id }));
  await trackContactReads(ctx, shown, 'list');
  return { calls, totalElementsCount: total, page: query.pageNumber };
}

async function countAudience(ctx: SignedCtx, id: number, query: AudienceListQuery, signal?: AbortSignal) {
  return countCalls({ ...ctx, signal }, ctx.actor, await getReadableAudience(ctx, id), query);
}

// Read by managers before they segment, undo a segmentation or rebalance.

/** Calls assigned to each operator and still open, each operator's pace, and the weekdays on which calls are made. */
async function viewAssigned(ctx: SignedCtx, id: number) {
  const { rules } = await getVisibleAudience(ctx, id);
  const { db, clock } = ctx;
  const now = clock();
  const today = productDay(now);
  const calendar = await calendarOf(db, rules);
  const { operators, callingHours } = await readShares(db, id, now);
  return {
    operators,
    workingWeekdays: [...expectedWeekdays(callingHours, calendar)],
    closedDays: [...calendar.holidays.keys()].filter((day) => day >= today),
  };
}

/** How many calls Segmentar could assign. Read from a counter unless filters or a maximum of attempts require a count. */
async function countSegmentable(ctx: SignedCtx, id: number, filters: AudienceFilters): Promise<number> {
  const audience = await getReadableAudience(ctx, id);
  return countCalls(ctx, ctx.actor, audience, { ...withAttemptsLeft(filters, audience), free: true });
}

async function countRebalanceable(ctx: SignedCtx, id: number, from: readonly number[]): Promise<number> {
  const audience = await getReadableAudience(ctx, id);
  return countMovable(ctx, audience, from, ctx.clock());
}

/** The last segmentation that was not undone, and whether it can be undone now. */
async function viewLastSegmentation(ctx: SignedCtx, id: number) {
  const audience = await getVisibleAudience(ctx, id);
  const segmentation = await findSegmentation(ctx.db, id);
  if (!segmentation) return null;
  const { id: segmentationId, total, operators, createdAt, userName } = segmentation;
  const segmented = { id: segmentationId, total, operators: operators.map((operator) => operator.id) };
  const undoable = !splitRefusal(audience) && (await countUntouched(ctx, audience, segmented, ctx.clock())) === total;
  return { segmentationId, total, operators, createdAt, userName, undoable };
}
