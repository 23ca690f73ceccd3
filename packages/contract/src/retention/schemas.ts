import { z } from 'zod';
import { id, instant, named } from '../shared/paging.ts';
import { isOneLine, ONE_LINE } from '../shared/text.ts';

/** Months that persons are kept after the end of a campaign, unless the installation says otherwise. */
export const KEEP_MONTHS_DEFAULT = 24;
const KEEP_MONTHS_MAX = 120;
const NO_MONTHS = `Ingrese una cantidad de meses entre 1 y ${KEEP_MONTHS_MAX}.`;
const months = z.int(NO_MONTHS).min(1, NO_MONTHS).max(KEEP_MONTHS_MAX, NO_MONTHS);

/** More campaigns than this are not shown: those that are due next come first. */
export const KEPT_CAMPAIGNS_MAX = 200;

const keptCampaign = named.extend({
  status: z.string(),
  endedAt: instant,
  /** Its own period; null: as the system says. */
  months: z.number().nullable(),
  /** Why it is kept without limit. */
  reason: z.string().nullable(),
  /** When its persons are anonymised; null: never, or the campaign has not ended. */
  dueAt: instant.nullable(),
  isDue: z.boolean(),
  /** At most so many persons: one who is in another campaign that is still kept stays. */
  calls: z.number(),
  anonymisedAt: instant.nullable(),
});
export type KeptCampaign = z.infer<typeof keptCampaign>;

const run = z.object({
  id: z.number(),
  campaign: named,
  persons: z.number(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  outcome: z.enum(['DONE', 'STOPPED']).nullable(),
});

export const retentionView = z.object({
  months: z.number(),
  /** Nothing is anonymised until somebody lets it go on. */
  isPaused: z.boolean(),
  campaigns: z.array(keptCampaign),
  hasMore: z.boolean(),
  /** The newest first. */
  runs: z.array(run),
  /** What else the product keeps, for how long, how much there is and how much of it goes with the next sweep. */
  kept: z.array(
    z.object({ what: z.string(), period: z.string(), total: z.number().nullable(), due: z.number().nullable() }),
  ),
});
export type RetentionView = z.infer<typeof retentionView>;

export const retentionBody = z.object({ months, isPaused: z.boolean() });
export const keptKey = z.object({ id });
export const keptBody = z
  .object({
    months: months.nullable(),
    reason: z
      .string()
      .normalize('NFC')
      .trim()
      .min(5, 'Indique el motivo, con al menos 5 caracteres.')
      .max(300, 'Excede los 300 caracteres.')
      .refine(isOneLine, ONE_LINE)
      .nullable(),
  })
  .refine((body) => body.months === null || body.reason === null, {
    path: ['reason'],
    message: 'Un motivo solo hace falta sin plazo.',
  });
export type KeptBody = z.input<typeof keptBody>;
