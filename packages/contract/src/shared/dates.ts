// Displayed times are UTC-3 whatever the browser's or server's zone: the instant is shifted, then its UTC parts are read.
export const PRODUCT_OFFSET_MINUTES = -180;
const OFFSET_MS = PRODUCT_OFFSET_MINUTES * 60_000;

type When = string | number | Date;
const two = (value: number) => String(value).padStart(2, '0');
const shifted = (when: When) => new Date(new Date(when).getTime() + OFFSET_MS);

/** DD-MM-YYYY */
export const formatDate = (when: When): string => formatDay(productDay(when));

/** A YYYY-MM-DD day as people read it: DD-MM-YYYY. */
export const formatDay = (day: string): string => day.split('-').toReversed().join('-');

/** HH:mm */
export function formatTime(when: When): string {
  const at = shifted(when);
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
}

/** DD-MM-YYYY ~ HH:mm */
export const formatDateTime = (when: When) => `${formatDate(when)} ~ ${formatTime(when)}`;

/** DD-MM-YYYY ~ HH:mm:ss */
export const formatDateTimeSeconds = (when: When) => `${formatDateTime(when)}:${two(shifted(when).getUTCSeconds())}`;

/** The calendar day of the product at an instant, as YYYY-MM-DD. */
export function productDay(when: When): string {
  const at = shifted(when);
  return `${String(at.getUTCFullYear()).padStart(4, '0')}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
}

/** The instants at which a YYYY-MM-DD day of the product begins and ends (end exclusive). */
export function dayBounds(day: string): { from: Date; to: Date } {
  const from = new Date(Date.parse(`${day}T00:00:00.000Z`) - OFFSET_MS);
  return { from, to: new Date(from.getTime() + 86_400_000) };
}
