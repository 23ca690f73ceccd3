import { z } from 'zod';
import { idNumber, instant, keyOf, named, pageOf, pagingQuery, rowVersion } from '../shared/paging.ts';
import { line, list, rawText } from '../shared/text-schema.ts';

/** What other systems can be told, by the `type` of the message. */
export const EVENT_KINDS = {
  'call.registered': 'Resultado registrado',
  'call.corrected': 'Resultado corregido',
  'call.callback': 'Rellamado agendado',
  'contact.flagged': 'Marca de un contacto',
  'campaign.status': 'Estado de una campaña',
  'load.finished': 'Carga de audiencia terminada',
  'export.ready': 'Exportación lista',
  'data_request.state': 'Pedido de datos personales',
} as const;
export type EventKind = keyof typeof EVENT_KINDS;
/** Sent by the button "Probar". */
export const TEST_EVENT = 'test';
export const eventName = (kind: string) => EVENT_KINDS[kind as EventKind] ?? 'Prueba';

export const SUBSCRIPTIONS_MAX = 50;
export const EVENT_CAMPAIGNS_MAX = 500;
export const EVENT_HOURS = 72;
export const EVENT_DAYS = 30;
/** Both secrets sign so long after a new one was made. */
export const SECRET_OVERLAP_HOURS = 24;
export const ANSWER_MAX = 500;
/** Deliveries that a list counts and shows pages of. */
export const DELIVERIES_SHOWN = 100_000;

const NO_ADDRESS = 'Ingrese una dirección completa, como https://sistema.ciudad.gob.ar/eventos.';

function addressFault(value: string): string | undefined {
  if (!URL.canParse(value)) return NO_ADDRESS;
  const { protocol, username, password, hash } = new URL(value);
  if (protocol !== 'https:' && protocol !== 'http:') return NO_ADDRESS;
  if (username || password) return 'La dirección no puede llevar usuario ni contraseña.';
  return hash ? 'La dirección no puede tener una parte detrás de #.' : undefined;
}

const subscriptionFields = z.object({
  name: line(100, { notEmpty: 'Ingrese un nombre.' }),
  url: line(500, { notEmpty: NO_ADDRESS }).superRefine((value, refuse) => {
    const fault = value.length <= 500 ? addressFault(value) : undefined;
    if (fault) refuse.addIssue({ code: 'custom', message: fault });
  }),
  kinds: list(keyOf(EVENT_KINDS), Object.keys(EVENT_KINDS).length).min(1, 'Elija al menos un evento.'),
  /** Null: all campaigns, and events that belong to none. */
  campaignIds: list(idNumber, EVENT_CAMPAIGNS_MAX, { tooLong: `Elija hasta ${EVENT_CAMPAIGNS_MAX} campañas.` })
    .min(1, 'Elija al menos una campaña.')
    .nullable(),
  /** Name, document and number go along. */
  withPerson: z.boolean(),
});
export const subscriptionBody = subscriptionFields;
export type SubscriptionBody = z.infer<typeof subscriptionBody>;
export const subscriptionChange = subscriptionFields.extend({ version: rowVersion });

export const PAUSE_REASONS = {
  MANUAL: 'Pausada',
  FAILURES: 'En pausa: el receptor falla',
  GONE: 'En pausa: el receptor pidió no recibir más',
} as const;

export const subscription = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  kinds: z.array(keyOf(EVENT_KINDS)),
  /** Null: all. */
  campaigns: z.array(named).nullable(),
  withPerson: z.boolean(),
  pausedAt: instant.nullable(),
  pauseReason: keyOf(PAUSE_REASONS).nullable(),
  /** Paused by failures: the next try. */
  probeAt: instant.nullable(),
  /** The secret before signs too until then; null: there is none. */
  previousUntil: instant.nullable(),
  succeededAt: instant.nullable(),
  failedAt: instant.nullable(),
  waiting: z.number(),
  parked: z.number(),
  createdBy: z.string(),
  createdAt: instant,
  version: z.number(),
});
export type Subscription = z.infer<typeof subscription>;

/** The secret is returned once. */
export const subscriptionWithSecret = z.object({ subscription, secret: z.string() });

export const DELIVERY_STATES = { WAITING: 'En espera', DELIVERED: 'Entregado', PARKED: 'Apartado' } as const;
export type DeliveryState = keyof typeof DELIVERY_STATES;

const attempt = z.object({
  attempt: z.number(),
  at: instant,
  ms: z.number(),
  /** Of the response; null: there was none. */
  status: z.number().nullable(),
  /** How the response begins. */
  answer: z.string().nullable(),
  /** In words: why there was no response. */
  failure: z.string().nullable(),
});
export type EventAttempt = z.infer<typeof attempt>;

const delivery = z.object({
  eventId: z.number(),
  /** The webhook-id. */
  key: z.string(),
  kind: z.string(),
  /** Ids and moments, as they are sent. */
  data: z.record(rawText(40), z.unknown()),
  status: keyOf(DELIVERY_STATES),
  attempts: z.number(),
  createdAt: instant,
  settledAt: instant.nullable(),
  nextAttemptAt: instant.nullable(),
  last: attempt.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

export const deliveryFilters = z.object({
  status: keyOf(DELIVERY_STATES).optional(),
  kind: keyOf({ ...EVENT_KINDS, [TEST_EVENT]: '' }).optional(),
});
export const deliveryQuery = pagingQuery(['eventId']).omit({ general: true }).extend(deliveryFilters.shape);
export const deliveryPage = pageOf('deliveries', delivery);
export const attemptList = z.array(attempt);
