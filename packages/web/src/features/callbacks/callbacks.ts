import { calls } from '@campanero/contract/calls/endpoints';
import type { callbacks } from '@campanero/contract/calls/schemas';
import { formatDate, formatTime, productDay } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';
import type { z } from 'zod';
import { endpointQuery } from '../../lib/queries.ts';

export type Callback = z.infer<typeof callbacks>[number];
const MINUTE_MS = 60_000;

/** One's dated callbacks, soonest first. Asked every minute: others may take the ones that are long overdue. */
export const callbacksQuery = () =>
  endpointQuery('callbacks', calls.callbacks, undefined, { refetchInterval: MINUTE_MS });

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEKDAYS = ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'] as const;

export const isDue = (at: string, now: number) => Date.parse(at) <= now;

type CallbackGroup = 'due' | 'today' | 'later';
export const GROUP_TITLES: Record<CallbackGroup, string> = { due: 'Vencidos', today: 'Hoy', later: 'Próximos' };

export function groupOf(at: string, now: number): CallbackGroup {
  if (isDue(at, now)) return 'due';
  return productDay(at) === productDay(now) ? 'today' : 'later';
}

function spanInWords(span: number): string {
  if (span < HOUR_MS) return `${Math.floor(span / MINUTE_MS)} min`;
  if (span < DAY_MS) return `${Math.floor(span / HOUR_MS)} h`;
  return formatCounted(Math.floor(span / DAY_MS), 'día', 'días');
}

/** Beside the hour: "hace 25 min", "en 3 h", "lun 16-11". */
export function whenInWords(at: string, now: number): string {
  const ahead = Date.parse(at) - now;
  if (Math.abs(ahead) < MINUTE_MS) return 'ahora';
  if (ahead < 0) return `hace ${spanInWords(-ahead)}`;
  const day = productDay(at);
  if (day === productDay(now)) return `en ${spanInWords(Math.ceil(ahead / MINUTE_MS) * MINUTE_MS)}`;
  return `${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${dayAndMonth(at)}`;
}

const dayAndMonth = (at: string) => formatDate(at).slice(0, 'DD-MM'.length);

/** "19:25" today, "16-11 ~ 19:25" on any other day. */
export const shortWhen = (at: string, now: number) =>
  productDay(at) === productDay(now) ? formatTime(at) : `${dayAndMonth(at)} ~ ${formatTime(at)}`;

/** "12 pactados" */
export const countInWords = (count: number) => formatCounted(count, 'pactado', 'pactados');
