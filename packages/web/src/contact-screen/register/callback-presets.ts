import { dayBounds, formatDateTime, formatTime, productDay } from '@campanero/contract/shared/dates';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EVENING = 18;
const MORNING = 10;

const atHour = (day: string, hour: number) => new Date(dayBounds(day).from.getTime() + hour * HOUR_MS);

/** In an hour, this evening unless it has passed, tomorrow morning; in the product's time zone, not the browser's. */
export function callbackPresets(now: Date): { label: string; at: string }[] {
  const today = productDay(now);
  const evening = atHour(today, EVENING);
  // Whole minutes, as it is shown.
  const inAnHour = new Date(Math.floor((now.getTime() + HOUR_MS) / 60_000) * 60_000);
  return [
    { label: 'En 1 h', at: inAnHour.toISOString() },
    ...(evening > now ? [{ label: `Hoy ${EVENING}:00`, at: evening.toISOString() }] : []),
    { label: `Mañana ${MORNING}:00`, at: atHour(productDay(now.getTime() + DAY_MS), MORNING).toISOString() },
  ];
}

/** "hoy 15:30", "mañana 10:00", "16-11-2026 ~ 15:30". */
export function callbackInWords(at: string, now: Date): string {
  const day = productDay(at);
  if (day === productDay(now)) return `hoy ${formatTime(at)}`;
  if (day === productDay(now.getTime() + DAY_MS)) return `mañana ${formatTime(at)}`;
  return formatDateTime(at);
}
