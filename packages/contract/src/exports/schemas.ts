import { z } from 'zod';
import type { CampaignStatus } from '../campaigns/status.ts';
import { operatorDetailQuery } from '../monitor/endpoints.ts';
import { instant, keyOf } from '../shared/paging.ts';
import { spanQuery } from '../shared/span.ts';
import { resultsQuery } from '../surveys/results-schemas.ts';
import { EXPORT_KINDS } from './kinds.ts';

const TABLE_FORMATS = ['csv', 'xlsx'] as const;
const EXPORT_FORMATS = [...TABLE_FORMATS, 'zip'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** EXPIRED: completed, and the file was removed. */
const EXPORT_STATUSES = ['PENDING', 'RUNNING', 'COMPLETED', 'ERROR', 'CANCELLED', 'EXPIRED'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];
export const isBeingMade = (status: ExportStatus) => status === 'PENDING' || status === 'RUNNING';

export const EXPORT_HOURS = 72;
export const EXPORTS_OPEN_MAX = 10;

export const isExportable = (status: CampaignStatus) => status === 'EN CURSO' || status === 'FINALIZADA';

const format = { format: z.enum(TABLE_FORMATS).optional() };
/** CSV by default. */
export const statisticsExportQuery = spanQuery.safeExtend(format);
/** With the filters of the page of results; `by`: a row for each person, or for each answer. */
export const answersExportQuery = resultsQuery.safeExtend({ ...format, by: z.enum(['person', 'answer']).optional() });
/** Cells of a workbook: more are too many for the programs that open one. */
export const WORKBOOK_CELLS_MAX = 2_000_000;
export const operatorExportQuery = operatorDetailQuery.safeExtend(format);

export const exportDetail = z.object({
  id: z.string(),
  kind: keyOf(EXPORT_KINDS),
  format: z.enum(EXPORT_FORMATS),
  status: z.enum(EXPORT_STATUSES),
  /** 0 to 1. */
  progress: z.number(),
  /** Exports before this one while it is PENDING, else null. */
  ahead: z.number().nullable(),
  /** Written so far, and in all; null if unknown. */
  rows: z.number(),
  total: z.number().nullable(),
  fileName: z.string().nullable(),
  bytes: z.number().nullable(),
  /** Epoch seconds; null before the file exists. */
  expires: z.number().nullable(),
  failure: z.string().nullable(),
  campaign: z.object({ id: z.number(), name: z.string() }).nullable(),
  operatorName: z.string().nullable(),
  userName: z.string(),
  /** Asked for by the caller, who alone may cancel it. */
  isOwn: z.boolean(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type ExportDetail = z.infer<typeof exportDetail>;
