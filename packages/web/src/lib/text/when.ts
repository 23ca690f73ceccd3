import {
  formatDate,
  formatDateTime,
  formatDateTimeSeconds,
  formatDay,
  formatTime,
  productDay,
} from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { now } from '../clock.ts';

export const isToday = (at: string) => productDay(at) === productDay(now());

/** "Hoy ~ 11:42", or the full date. */
export const whenText = (at: string) => (isToday(at) ? `Hoy ~ ${formatTime(at)}` : formatDateTime(at));
/** "Hoy ~ 11:42" or "21-11 ~ 11:42". */
export const whenTextShort = (at: string) =>
  isToday(at) ? `Hoy ~ ${formatTime(at)}` : `${dayAndMonth(at)} ~ ${formatTime(at)}`;
export const whenTextSeconds = (at: string) =>
  isToday(at) ? `Hoy ~ ${formatDateTimeSeconds(at).slice(-'HH:mm:ss'.length)}` : formatDateTimeSeconds(at);

export const dayAndMonth = (at: string) => formatDate(at).slice(0, 'DD-MM'.length);
/** Of a calendar day (YYYY-MM-DD): "16-11". */
export const shortDay = (day: string) => formatDay(day).slice(0, 'DD-MM'.length);
/** Of a calendar day (YYYY-MM-DD): "lunes", or short "lun". */
export const weekdayName = (day: string, weekday: 'long' | 'short' = 'long') =>
  new Date(day).toLocaleDateString('es', { weekday, timeZone: 'UTC' });

export const capitalised = (text: string) => text.charAt(0).toLocaleUpperCase('es') + text.slice(1);

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** "14 min", "3 h", "2 días" */
export function spanInWords(span: number): string {
  if (span < HOUR_MS) return `${Math.floor(span / MINUTE_MS)} min`;
  return span < DAY_MS ? `${Math.floor(span / HOUR_MS)} h` : formatCounted(Math.floor(span / DAY_MS), 'día', 'días');
}
