import {
  formatDate,
  formatDateTime,
  formatDateTimeSeconds,
  formatTime,
  productDay,
} from '@campanero/contract/shared/dates';
import { now } from '../clock.ts';

export const isToday = (at: string) => productDay(at) === productDay(now());

/** "Hoy ~ 11:42", or the whole date of another day. */
export const whenText = (at: string) => (isToday(at) ? `Hoy ~ ${formatTime(at)}` : formatDateTime(at));
/** "Hoy ~ 11:42", or "21-11 ~ 11:42" where the year goes without saying. */
export const whenTextShort = (at: string) =>
  isToday(at) ? `Hoy ~ ${formatTime(at)}` : `${formatDate(at).slice(0, 'DD-MM'.length)} ~ ${formatTime(at)}`;
/** The same with seconds where the date is told. */
export const whenTextSeconds = (at: string) => (isToday(at) ? `Hoy ~ ${formatTime(at)}` : formatDateTimeSeconds(at));
