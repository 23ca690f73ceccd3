import { formatDateTime, formatTime, productDay } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const isOverdue = (at: string, now: number) => Date.parse(at) <= now;

/** "Hoy ~ 15:30", "Mañana ~ 10:00", "16-11-2026 ~ 15:30" (design 6, Numbers and dates). */
export function whenInWords(at: string, now: number): string {
  const day = productDay(at);
  if (day === productDay(now)) return `Hoy ~ ${formatTime(at)}`;
  if (day === productDay(now + DAY_MS)) return `Mañana ~ ${formatTime(at)}`;
  return formatDateTime(at);
}

const plural = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`;

/** "hace 25 min", "hace 3 h", "hace 2 días". */
export function lateInWords(at: string, now: number): string {
  const late = Math.max(0, now - Date.parse(at));
  if (late < MINUTE_MS) return 'ahora';
  if (late < HOUR_MS) return `hace ${Math.floor(late / MINUTE_MS)} min`;
  if (late < DAY_MS) return `hace ${Math.floor(late / HOUR_MS)} h`;
  return `hace ${plural(Math.floor(late / DAY_MS), 'día', 'días')}`;
}

/** "3 pendientes, 1 vencido" */
export function countInWords(dates: readonly string[], now: number): string {
  const overdue = dates.filter((at) => isOverdue(at, now)).length;
  const all = plural(dates.length, 'pendiente', 'pendientes');
  return overdue === 0 ? all : `${all}, ${plural(overdue, 'vencido', 'vencidos')}`;
}
