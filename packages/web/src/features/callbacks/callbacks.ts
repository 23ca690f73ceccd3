import { callLists } from '@campanero/contract/calls/list-endpoints';
import type { callbacks } from '@campanero/contract/calls/list-endpoints';
import { formatTime, productDay } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';
import type { z } from 'zod';
import { endpointQuery } from '../../lib/queries.ts';
import { dayAndMonth, MINUTE_MS, spanInWords, weekdayName } from '../../lib/text/when.ts';

export type Callback = z.infer<typeof callbacks>[number];

/** Refetched every minute: long overdue ones may be taken by others. */
export const callbacksQuery = () =>
  endpointQuery('callbacks', callLists.callbacks, undefined, { refetchInterval: MINUTE_MS });

export const isDue = (at: string, now: number) => Date.parse(at) <= now;

type CallbackGroup = 'due' | 'today' | 'later';
export const GROUP_TITLES: Record<CallbackGroup, string> = { due: 'Vencidos', today: 'Hoy', later: 'Próximos' };

export function groupOf(at: string, now: number): CallbackGroup {
  if (isDue(at, now)) return 'due';
  return productDay(at) === productDay(now) ? 'today' : 'later';
}

/** "hace 25 min", "en 3 h", "lun 16-11". */
export function whenInWords(at: string, now: number): string {
  const ahead = Date.parse(at) - now;
  if (Math.abs(ahead) < MINUTE_MS) return 'ahora';
  if (ahead < 0) return `hace ${spanInWords(-ahead)}`;
  const day = productDay(at);
  if (day === productDay(now)) return `en ${spanInWords(Math.ceil(ahead / MINUTE_MS) * MINUTE_MS)}`;
  return `${weekdayName(day, 'short')} ${dayAndMonth(at)}`;
}

/** "19:25" today, else "16-11 ~ 19:25". */
export const shortWhen = (at: string, now: number) =>
  productDay(at) === productDay(now) ? formatTime(at) : `${dayAndMonth(at)} ~ ${formatTime(at)}`;

export const countInWords = (count: number) => formatCounted(count, 'pactado', 'pactados');
