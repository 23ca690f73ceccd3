import { z } from 'zod';
import { day, id, instant, named, pageOf, pagingQuery } from '../shared/paging.ts';
import { CAMPAIGN_PHASES, campaignStatus } from './status.ts';
import { text } from '../shared/text-schema.ts';

const CAMPAIGN_ORDER = [
  'id',
  'name',
  'objectiveName',
  'coordinatorName',
  'external',
  'startDate',
  'endDate',
  'createdAt',
  'status',
  'externalId',
  /** Campaigns open for calls first, by the user's own pending calls; then by status. */
  'calling',
] as const;
export type CampaignOrder = (typeof CAMPAIGN_ORDER)[number];

/** `general` shows both sides. */
const campaignType = z.enum(['internal', 'external', 'general']);
export type CampaignType = z.infer<typeof campaignType>;

/** The list's filters; the filter form and the address bar use the same schema. */
export const campaignFilters = z.object({
  id: id.optional(),
  name: text(200).optional(),
  externalId: text(100).optional(),
  objectiveId: id.optional(),
  status: campaignStatus.optional(),
  userId: id.optional(),
  createdAt: day.optional(),
  startDate: day.optional(),
  endDate: day.optional(),
  type: campaignType.optional(),
});
export type CampaignFilters = z.infer<typeof campaignFilters>;

/** `phase` is no filter of the form: clearing filters keeps the tab. */
export const campaignListQuery = pagingQuery(CAMPAIGN_ORDER).extend({
  ...campaignFilters.shape,
  phase: z.enum(CAMPAIGN_PHASES).optional(),
});
export type CampaignListQuery = z.infer<typeof campaignListQuery>;

export const campaignRow = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  externalId: z.string().nullable(),
  objectiveId: z.number(),
  objectiveName: z.string(),
  coordinatedBy: z.number(),
  coordinatorName: z.string(),
  external: z.union([z.literal(0), z.literal(1)]),
  startDate: instant,
  endDate: instant,
  createdAt: instant,
  status: campaignStatus,
  paused: z.boolean(),
  assigned: z.boolean(),
  objective: named,
  coordinator: named,
});
export type CampaignRow = z.infer<typeof campaignRow>;

/** `callbacks`: with a date; `dueCallbacks`: whose date has come. */
const ownWork = z.object({
  assigned: z.number(),
  pending: z.number(),
  callbacks: z.number(),
  dueCallbacks: z.number(),
});

const campaignListRow = campaignRow.extend({
  openForCalls: z.boolean(),
  /** Why its calling rules close it now, and until when; null: open, or the user makes no calls. */
  closed: z.object({ reason: z.string(), until: instant }).nullable(),
  /** Null for users without an operator's role. */
  own: ownWork.nullable(),
});
export type CampaignListRow = z.infer<typeof campaignListRow>;

/** `openForCallsCount`: of all pages. `phaseCounts`: with the same filters but `phase`. */
export const campaignPage = pageOf('campaigns', campaignListRow).extend({
  openForCallsCount: z.number(),
  phaseCounts: z.record(z.enum(CAMPAIGN_PHASES), z.number()),
});
