import {
  DELIVERIES_SHOWN,
  type Delivery,
  EVENT_KINDS,
  type EventAttempt,
  type EventKind,
  type Subscription,
  TEST_EVENT,
} from '@campanero/contract/outgoing-events/schemas';
import { formatDateTime, formatDateTimeSeconds } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { now } from '../../lib/clock.ts';

const OR_SUPPORT = 'Inténtelo de nuevo o contacte con el soporte.';
export const SUBSCRIPTION_FAILED = `No se pudo guardar la suscripción. ${OR_SUPPORT}`;
export const ACTION_FAILED = `No se pudo hacer. ${OR_SUPPORT}`;
export const SUBSCRIPTION_SAVED = 'La suscripción se guardó.';

export const subscriptionCount = (count: number) => formatCounted(count, 'suscripción', 'suscripciones');
export const eventCount = (count: number) => formatCounted(count, 'evento', 'eventos');
/** The server counts no further. */
export const isCountEnded = (count: number) => count >= DELIVERIES_SHOWN;
export const shownCount = (count: number) => `${formatCount(count)}${isCountEnded(count) ? ' o más' : ''}`;

export const kindsText = (kinds: readonly string[]) =>
  kinds.length === Object.keys(EVENT_KINDS).length
    ? 'Todos los eventos'
    : kinds.map((kind) => EVENT_KINDS[kind as EventKind]).join(', ');

export const campaignsText = ({ campaigns }: Pick<Subscription, 'campaigns'>) =>
  campaigns === null ? 'Todas las campañas' : campaigns.map(({ name }) => name).join(', ');

/** In a row: the first of several. */
export const kindsInShort = (kinds: readonly EventKind[]) =>
  kinds.length > 2 && kinds.length < Object.keys(EVENT_KINDS).length
    ? `${EVENT_KINDS[kinds[0]!]} y ${kinds.length - 1} más`
    : kindsText(kinds);

/** Which other system: the address without what may be a key in it. */
export const hostOf = ({ url }: Pick<Subscription, 'url'>) => new URL(url).host;

export const momentText = (at: string | null, never: string) => (at === null ? never : formatDateTime(at));

const SUBJECTS = {
  callId: 'Llamado',
  loadId: 'Carga',
  exportId: 'Exportación',
  requestId: 'Pedido',
  campaignId: 'Campaña',
  personId: 'Persona',
} as const;

/** What an event is about: "Llamado 17, campaña 3". */
export function subjectText({ data }: Pick<Delivery, 'data'>): string {
  const named = (Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[])
    .filter((name) => typeof data[name] === 'number' || typeof data[name] === 'string')
    .map((name) => `${SUBJECTS[name]} ${String(data[name])}`);
  const [first, second] = named;
  if (!first) return '—';
  return second?.startsWith('Campaña') ? `${first}, ${second.toLowerCase()}` : first;
}

/** When it is tried again; undefined: it is settled. Tests are sent also while the subscription is paused. */
export function nextText({ kind, nextAttemptAt }: Delivery, isPaused: boolean): string | undefined {
  if (nextAttemptAt === null) return undefined;
  if (isPaused && kind !== TEST_EVENT) return 'Al reanudar';
  return Date.parse(nextAttemptAt) <= now() ? 'En cuanto se pueda' : formatDateTimeSeconds(nextAttemptAt);
}

/** What came of an attempt, in one line. */
export const answerText = ({ status, failure }: Pick<EventAttempt, 'status' | 'failure'>) =>
  status === null ? (failure ?? '') : `Respondió ${status}`;
