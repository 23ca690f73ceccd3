import { shiftDay, weekdayOf } from '../calls/calling-hours.ts';
import { formatDate, formatTime, productDay } from '../shared/dates.ts';
import type { CallingRules, CallingWait, OpenSpan } from './schemas.ts';

export const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const;

const clock = (at: string) => formatTime(at).replace(/^0/, '');
const atTime = (at: string) => `${clock(at).startsWith('1:') ? 'la' : 'las'} ${clock(at)}`;

/** "las 9:00", "mañana a las 9:00", "el lunes a las 9:00", "el 04-01-2027 a las 9:00". */
export function momentInWords(at: string, now: Date): string {
  const today = productDay(now);
  const day = productDay(at);
  if (day === today) return atTime(at);
  if (day === shiftDay(today, 1)) return `mañana a ${atTime(at)}`;
  const date = day < shiftDay(today, 7) ? WEEKDAYS[weekdayOf(day)] : formatDate(at);
  return `el ${date} a ${atTime(at)}`;
}

const untilInWords = (until: string, now: Date) => `Se podrá llamar desde ${momentInWords(until, now)}.`;

const times = (n: string) => (n === '1' ? '1 vez' : `${n} veces`);

const REASONS: Record<CallingWait['reason'], (detail: string) => string> = {
  hours: () => 'Está fuera del horario de llamado.',
  holiday: (name) => `Hoy es feriado: ${name}.`,
  pause: () => 'Se llamó a este número hace poco.',
  attemptsToday: (n) => `Ya se llamó ${times(n)} hoy a este número.`,
  attemptsInAll: (n) => `Ya se llamó ${times(n)} a este número, que es lo permitido: no se lo vuelve a llamar.`,
};

export function waitInWords({ reason, until, detail }: CallingWait, now: Date): string {
  const why = REASONS[reason](detail ?? '');
  return until === null ? why : `${why} ${untilInWords(until, now)}`;
}

const shortTime = (time: string) => time.replace(/^0/, '');
const spansInWords = (spans: readonly OpenSpan[]) =>
  spans.map(({ from, to }) => `${shortTime(from)} a ${shortTime(to)}`).join(' y ');

/** Monday first; neighbouring days with the same hours together: "lunes a viernes 9:00 a 20:00, sábado 9:00 a 13:00". */
function weekInWords(week: NonNullable<CallingRules['week']>): string {
  const groups: { first: number; last: number; hours: string }[] = [];
  for (const weekday of [1, 2, 3, 4, 5, 6, 0]) {
    const hours = spansInWords(week[weekday]!);
    const before = groups.at(-1);
    if (before?.hours === hours) before.last = weekday;
    else groups.push({ first: weekday, last: weekday, hours });
  }
  return groups
    .filter(({ hours }) => hours !== '')
    .map(({ first, last, hours }) => `${daysInWords(first, last)} ${hours}`)
    .join(', ');
}

function daysInWords(first: number, last: number): string {
  if (first === last) return WEEKDAYS[first]!;
  const isNext = last === (first + 1) % 7;
  return `${WEEKDAYS[first]} ${isNext ? 'y' : 'a'} ${WEEKDAYS[last]}`;
}

function pauseInWords(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} min`;
  return minutes === 60 ? '1 hora' : `${minutes / 60} horas`;
}

export function rulesInWords(rules: CallingRules): string {
  const { week, closesOnHolidays, attemptsPerDay, attemptsInAll, pauseMinutes } = rules;
  return [
    week === null ? 'a cualquier hora' : weekInWords(week),
    closesOnHolidays ? 'no en feriados' : '',
    attemptsPerDay === null ? '' : `hasta ${times(String(attemptsPerDay))} por día`,
    attemptsInAll === null ? '' : `hasta ${times(String(attemptsInAll))} en total`,
    pauseMinutes === null ? '' : `pausa de ${pauseInWords(pauseMinutes)}`,
  ]
    .filter(Boolean)
    .join('; ');
}
