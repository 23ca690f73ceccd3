import { z } from 'zod';
import { callingRuleSet, holiday } from '../calling-rules/schemas.ts';
import { state } from '../configuration/schemas.ts';
import { LOAD_SOURCES } from '../loads/sources.ts';
import { idList, instant, named } from '../shared/paging.ts';
import { FILE_KINDS } from '../shared/files.ts';
import { heldWork } from '../users/leaving.ts';
import { campaignRow } from './schemas.ts';
import { campaignStatus } from './status.ts';

const script = z.object({
  id: z.number(),
  originalName: z.string(),
  /** `/api/campaign/{id}/script/{scriptId}`, fetched with the token. */
  link: z.string(),
  contentType: z.enum([FILE_KINDS.jpeg.type, FILE_KINDS.png.type, FILE_KINDS.pdf.type]),
  bytes: z.number(),
});
export type Script = z.infer<typeof script>;

export const campaignState = state.omit({ version: true });
export type CampaignState = z.infer<typeof campaignState>;

export const campaignDetail = campaignRow.extend({
  operators: z.array(named.extend({ disable: z.boolean() })),
  /** Enabled operators of the campaign's side, who may be given calls. */
  validOperators: z.array(named),
  districtId: z.string().nullable(),
  sectionId: z.string().nullable(),
  subsectionId: z.string().nullable(),
  districtName: z.string().nullable(),
  sectionName: z.string().nullable(),
  subsectionName: z.string().nullable(),
  formId: z.string().nullable(),
  formName: z.string().nullable(),
  formUrl: z.string().nullable(),
  retryOtherHours: z.boolean(),
  /** False: exempt from the block lists. */
  obeysLists: z.boolean(),
  /** Null: not exempt, or exempted before reasons were required. */
  exemptReason: z.string().nullable(),
  /** Null: the system's. */
  callingRules: callingRuleSet.nullable(),
  /** The rules that apply, with coming holidays if they close on them. */
  calling: z.object({ rules: callingRuleSet, holidays: z.array(holiday.pick({ day: true, name: true })) }),
  /** How long its persons are kept after its end: months, null without limit; until when, once it has ended. */
  kept: z.object({ months: z.number().nullable(), until: instant.nullable(), anonymisedAt: instant.nullable() }),
  scripts: z.array(script),
  /** What its people are asked. */
  survey: named.nullable(),
  states: z.array(campaignState),
  /** Ids of the states registered in the last two weeks without today, most used first: the same for the whole day. */
  usedStates: z.array(z.number()),
  /** Of the last load: file names, dashboard description or form name. */
  audienceName: z.string().nullable(),
  audienceType: z.enum(LOAD_SOURCES).nullable(),
  audienceId: z.string().nullable(),
  formRegistrationId: z.string().nullable(),
  version: z.number(),
});
export type CampaignDetail = z.infer<typeof campaignDetail>;

/** From counters. */
export const campaignProgress = z.object({
  total: z.number(),
  called: z.number(),
  pending: z.number(),
  /** Without those in reserve. */
  unassigned: z.number(),
  /** Not in the campaign's random sample. */
  reserve: z.number(),
  states: z.array(z.object({ id: z.number(), name: z.string(), color: z.string(), count: z.number() })),
});

/** From the audit, newest first. */
export const campaignEvent = z.object({
  id: z.number(),
  action: z.string(),
  subaction: z.string(),
  summary: z.string(),
  userName: z.string(),
  createdAt: instant,
});

export const campaignFinishing = z.object({ status: campaignStatus });
export const campaignScripts = z.object({ scripts: z.array(script), version: z.number() });

export const operatorLoad = z.object({ operators: z.array(named.extend(heldWork.shape)) });
export const operatorLoadQuery = z.object({ operators: idList.optional() });
