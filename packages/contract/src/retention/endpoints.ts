import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, intBetween, named, pageOf, pagingQuery, rowVersion, keyOf } from '../shared/paging.ts';
import { changeReason } from '../shared/text-schema.ts';

/** Months that persons are kept after the end of a campaign, unless the installation says otherwise. */
export const KEEP_MONTHS_DEFAULT = 24;
const KEEP_MONTHS_MAX = 120;
const months = intBetween(1, KEEP_MONTHS_MAX, `Ingrese una cantidad de meses entre 1 y ${KEEP_MONTHS_MAX}.`);

/** Default days of what administrators can change, besides persons. */
export const KEEP_DAYS = { notifications: 180, notes: 365, inbox: 365, outbox: 90 } as const;
export type KeptKind = keyof typeof KEEP_DAYS;
const KEEP_DAYS_MIN = 30;
const KEEP_DAYS_MAX = 3650;
const NO_DAYS = `Ingrese una cantidad de días entre ${KEEP_DAYS_MIN} y ${KEEP_DAYS_MAX}.`;
const days = intBetween(KEEP_DAYS_MIN, KEEP_DAYS_MAX, NO_DAYS);
export const keepPeriods = z.object({
  /** Since they came, unread. */
  notifications: days,
  notes: days,
  inbox: days,
  /** Files of mails that no server sent. */
  outbox: days,
  version: rowVersion,
});
export type KeepPeriods = z.infer<typeof keepPeriods>;

const keptCampaign = named.extend({
  status: z.string(),
  endedAt: instant,
  /** Its own period; null: as the system says. */
  months: z.number().nullable(),
  reason: z.string().nullable(),
  /** When its persons are anonymised; null: never, or the campaign has not ended. */
  dueAt: instant.nullable(),
  isDue: z.boolean(),
  calls: z.number(),
  anonymisedAt: instant.nullable(),
  /** Of its period and reason. */
  version: z.number(),
});
export type KeptCampaign = z.infer<typeof keptCampaign>;

export const KEPT_STATES = {
  DUE: 'Vencidas',
  KEPT: 'Dentro de su plazo',
  OPEN: 'Abiertas',
  NONE: 'Sin plazo',
  DONE: 'Anonimizadas',
} as const;
export const keptFilters = z.object({ state: keyOf(KEPT_STATES).optional() });
export type KeptFilters = z.infer<typeof keptFilters>;
const KEPT_ORDER = ['dueAt', 'name', 'calls'] as const;
export type KeptOrder = (typeof KEPT_ORDER)[number];
export const keptQuery = pagingQuery(KEPT_ORDER).extend(keptFilters.shape);
export type KeptQuery = z.infer<typeof keptQuery>;

/** What the next run will do, counted person by person. Not whole: counting took too long, so there are more persons. */
export const dueCount = z.object({ campaigns: z.number(), persons: z.number(), isWhole: z.boolean() });
export type DueCount = z.infer<typeof dueCount>;

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
  version: z.number(),
  /** Nothing is anonymised until somebody lets it go on. */
  isPaused: z.boolean(),
  runs: z.array(run),
  /** What else the product keeps, for how long, how much there is and how much of it goes with the next sweep. */
  kept: z.array(
    z.object({
      what: z.string(),
      period: z.string(),
      total: z.number().nullable(),
      due: z.number().nullable(),
      /** Its days can be changed; null: its period is fixed. */
      thing: keyOf(KEEP_DAYS).nullable(),
    }),
  ),
  periods: keepPeriods,
});
export type RetentionView = z.infer<typeof retentionView>;

export const retentionBody = z.object({ months, version: rowVersion });
export type RetentionBody = z.infer<typeof retentionBody>;
export const keptBody = z
  .object({ months: months.nullable(), reason: changeReason.nullable(), version: rowVersion })
  .refine((body) => body.months === null || body.reason === null, {
    path: ['reason'],
    message: 'Un motivo solo hace falta sin plazo.',
  });
export type KeptBody = z.input<typeof keptBody>;

export const retention = {
  view: endpoint('GET', '/retention', 'retention', {
    summary: 'Cuánto se conserva cada cosa, qué vence y cuándo',
    response: retentionView,
  }),
  campaigns: endpoint('GET', '/retention/campaign', 'retention', {
    summary: 'Las campañas con su plazo, por páginas; primero las que vencen antes',
    query: keptQuery,
    response: pageOf('campaigns', keptCampaign),
  }),
  due: endpoint('GET', '/retention/due', 'retention', {
    summary: 'Cuántas personas se anonimizarán en la próxima pasada',
    response: dueCount,
  }),
  change: endpoint('PUT', '/retention', 'retention', {
    summary: 'Cambia el plazo del sistema',
    body: retentionBody,
    response: retentionView,
    errors: ['CONFLICT'],
  }),
  pause: endpoint('PUT', '/retention/paused', 'retention', {
    summary: 'Detiene la anonimización o la deja seguir',
    body: z.object({ isPaused: z.boolean() }),
    response: retentionView,
    idempotentBecause: 'sets one switch to the stated value',
  }),
  changeCampaign: endpoint('PUT', '/retention/campaign/:id', 'retention', {
    summary: 'Cambia el plazo de una campaña',
    body: keptBody,
    response: retentionView,
    errors: ['CONFLICT', 'TEXT_ERASED'],
  }),
  changePeriods: endpoint('PUT', '/retention/period', 'retention', {
    summary: 'Cambia cuántos días se conservan avisos sin leer, notas, correos de la bandeja y archivos de correo',
    body: keepPeriods,
    response: retentionView,
    errors: ['CONFLICT'],
  }),
};
