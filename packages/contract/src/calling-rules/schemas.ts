import { z } from 'zod';
import { day, instant, rowVersion, keyOf } from '../shared/paging.ts';
import { line, list, rawText } from '../shared/text-schema.ts';

// When a number may be called, how often and how soon again: as the system's default, or a campaign's own.

/** At UTC-3; 24:00 is the end of the day. */
const NO_TIME = 'Ingrese una hora entre 00:00 y 24:00.';
const time = rawText(5, { tooLong: NO_TIME }).regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, NO_TIME);

const openSpan = z
  .object({ from: time, to: time })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'El horario termina antes de empezar.' });
export type OpenSpan = z.infer<typeof openSpan>;

export const SPANS_A_DAY_MAX = 4;
const daySpans = list(openSpan, SPANS_A_DAY_MAX, { tooLong: `Hasta ${SPANS_A_DAY_MAX} franjas por día.` }).refine(
  (spans) => spans.every(({ from }, n) => n === 0 || spans[n - 1]!.to <= from),
  { error: 'Las franjas de un día van en orden y no se superponen.' },
);

const WHOLE = 'Ingrese un número entero.';
const between = (least: number, most: number) => {
  const message = `Ingrese un número entre ${least} y ${most}.`;
  return z.int(WHOLE).min(least, message).max(most, message).nullable();
};

export const callingRuleSet = z.object({
  /** The open spans of each weekday, Sunday first; a day without any is closed. Null: at any hour. */
  week: list(daySpans, 7)
    .min(7)
    .refine((week) => week.some((spans) => spans.length > 0), { error: 'Deje al menos un día con horario.' })
    .nullable(),
  closesOnHolidays: z.boolean(),
  /** Null: the default of next-contact, three a day without an answer. */
  attemptsPerDay: between(1, 50),
  /** Null: without end. */
  attemptsInAll: between(1, 500),
  /** Null: an hour. */
  pauseMinutes: between(1, 7 * 24 * 60),
});
export type CallingRules = z.infer<typeof callingRuleSet>;

export const NO_RULES: CallingRules = {
  week: null,
  closesOnHolidays: false,
  attemptsPerDay: null,
  attemptsInAll: null,
  pauseMinutes: null,
};

/** By law 27.399 fixed, or movable (already moved); declared non-working by the government; or the city's own. */
export const HOLIDAY_KINDS = {
  FIXED: 'Inamovible',
  MOVABLE: 'Trasladable',
  NON_WORKING: 'No laborable',
  OWN: 'Propio',
} as const;

export const holidayBody = z.object({
  day: day.refine((value) => value >= '2000-01-01' && value < '2100-01-01', 'Ingrese un año entre 2000 y 2099.'),
  name: line(120, { notEmpty: 'El nombre es requerido.' }),
});
export type HolidayBody = z.output<typeof holidayBody>;
export const holidayPatch = holidayBody.extend({ version: rowVersion });
export type HolidayPatch = z.output<typeof holidayPatch>;
export const holiday = z.object({ day, name: z.string(), kind: keyOf(HOLIDAY_KINDS), version: z.number() });
export type Holiday = z.infer<typeof holiday>;
export const holidayKey = z.object({ day });

export const callingDefault = z.object({
  rules: callingRuleSet,
  /** Whether attempts and pause count the calls of every campaign to the same number. */
  acrossCampaigns: z.boolean(),
  version: z.number(),
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
  holidays: z.array(holiday),
});
export type CallingDefault = z.infer<typeof callingDefault>;

export const callingDefaultBody = callingDefault
  .pick({ rules: true, acrossCampaigns: true })
  .extend({ version: rowVersion });
export type CallingDefaultBody = z.output<typeof callingDefaultBody>;

/** Why a call waits; `until` null: for good. */
export const callingWait = z.object({
  reason: z.enum(['hours', 'holiday', 'pause', 'attemptsToday', 'attemptsInAll']),
  until: instant.nullable(),
  /** The name of the holiday, or how many attempts were made; null otherwise. */
  detail: z.string().nullable(),
});
export type CallingWait = z.infer<typeof callingWait>;
