import { z } from 'zod';
import { AUDIENCE_MAX_BYTES, AUDIENCE_MAX_FILES } from '../limits.ts';
import type { FileRules } from '../shared/files.ts';
import { flag, instant } from '../shared/paging.ts';

/** Spec 5, Audience CSV upload. */
export const AUDIENCE_FILES: FileRules = {
  field: 'audience[]',
  maxFiles: AUDIENCE_MAX_FILES,
  maxBytes: AUDIENCE_MAX_BYTES,
  kinds: ['csv'],
};

const DAYS = 'Ingrese una cantidad de días entre 1 y 3650.';
/** Optional exclusions, whatever the source (decisions 2, Loading). */
export const loadOptions = z.object({
  excludeCalledDays: z.coerce.number(DAYS).int(DAYS).min(1, DAYS).max(3650, DAYS).optional(),
  excludeActive: flag.optional(),
});
export type LoadOptions = z.output<typeof loadOptions>;

export const LOAD_STATUSES = ['RUNNING', 'COMPLETED', 'ERROR', 'CANCELLED'] as const;

/** The last load of a campaign: read = loaded + duplicates + rejected + skipped (decisions 7). */
export const audienceLoad = z.object({
  id: z.number(),
  status: z.enum(LOAD_STATUSES),
  source: z.enum(['csv', 'dashboard', 'form']),
  name: z.string(),
  /** 0 to 1. */
  progress: z.number(),
  read: z.number(),
  loaded: z.number(),
  duplicates: z.number(),
  rejected: z.number(),
  skipped: z.number(),
  skippedBreakdown: z.object({ blocked: z.number(), called: z.number(), active: z.number() }),
  ignoredColumns: z.array(z.string()),
  /** Why it failed, in words; null unless ERROR. */
  failure: z.string().nullable(),
  userName: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type AudienceLoad = z.infer<typeof audienceLoad>;

export const loadAccepted = z.object({ id: z.number(), status: z.literal('CARGANDO AUDIENCIA') });
