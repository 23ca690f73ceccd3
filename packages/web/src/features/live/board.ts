import { live } from '@campanero/contract/live/endpoints';
import { momentInWords as untilMoment } from '@campanero/contract/calling-rules/words';
import type { Live, LiveCampaign, LiveOperator } from '@campanero/contract/live/schemas';
import { formatDate, formatTime, productDay } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { endpointQuery } from '../../lib/queries.ts';

/** The live board of one side. */
export const liveQuery = (external: boolean) =>
  endpointQuery('live', live.view, { query: { external: external ? '1' : '0' } });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "14 min", "3 h", "2 días" */
function spanInWords(span: number): string {
  if (span < HOUR_MS) return `${Math.floor(span / MINUTE_MS)} min`;
  return span < DAY_MS ? `${Math.floor(span / HOUR_MS)} h` : formatCounted(Math.floor(span / DAY_MS), 'día', 'días');
}

/** "ahora", "hace 14 min": counted by the page's clock, so that it goes on between two answers. */
export function agoInWords(at: string, now: number): string {
  const span = now - Date.parse(at);
  return span < MINUTE_MS ? 'ahora' : `hace ${spanInWords(span)}`;
}

/** "11:28" today, "12-11" before. */
export const momentInWords = (at: string, now: number) =>
  productDay(at) === productDay(now) ? formatTime(at) : dayAndMonth(at);

const dayAndMonth = (at: string) => formatDate(at).slice(0, 'DD-MM'.length);
/** Of a calendar day (YYYY-MM-DD): "29-11". */
export const dayInWords = (day: string) => `${day.slice(8)}-${day.slice(5, 7)}`;
export const expectedEndInWords = ({ endDate }: LiveCampaign) => dayAndMonth(endDate);

/** What somebody in alert is told to be: "Sin actividad hace 14 min". */
export const inactivityInWords = (lastActivityAt: string | null, now: number) =>
  lastActivityAt === null ? 'Sin actividad' : `Sin actividad ${agoInWords(lastActivityAt, now)}`;

/** Of a campaign: "Nadie registra llamados hace 25 min". */
export const silenceInWords = ({ lastActivityAt }: LiveCampaign, now: number) =>
  lastActivityAt === null
    ? 'Nadie registró llamados todavía'
    : `Nadie registra llamados ${agoInWords(lastActivityAt, now)}`;

/** "Cerrada hasta mañana a las 9:00 · Navidad": by its rules of calling. */
export const closedInWords = ({ until, detail }: NonNullable<LiveCampaign['closed']>, now: number) =>
  `Cerrada hasta ${untilMoment(until!, new Date(now))}${detail === null ? '' : ` · ${detail}`}`;

const ofState = (operators: readonly LiveOperator[], state: LiveOperator['state']) =>
  operators.filter((operator) => operator.state === state).length;

/** How many work now: those with a call open and those who registered a moment ago. */
export function countWorking({ operators }: Live) {
  const calling = ofState(operators, 'calling');
  const active = ofState(operators, 'active');
  return {
    working: calling + active,
    inWords: `${formatCount(calling)} en llamado · ${formatCounted(active, 'activo', 'activos')}`,
  };
}

/** "12 más que la", to be followed by the hour it is compared with, and which way that is. */
export function comparedWithHourBefore({ lastHour, hourBefore }: Live) {
  const more = lastHour.calls - hourBefore.calls;
  if (more === 0) return { direction: 'same' as const, inWords: 'Igual que la' };
  const inWords = `${formatCount(Math.abs(more))} ${more > 0 ? 'más' : 'menos'} que la`;
  return { direction: more > 0 ? ('up' as const) : ('down' as const), inWords };
}

/** A campaign of which the board warns: it ends late, or nobody works on it. */
export const needsAttention = (campaign: LiveCampaign) => isLate(campaign) || campaign.isInactive;

/** The order of the operators, or why there is none: "Fuera de horario (hoy de 9 a 18): sin alertas de inactividad". */
export function hoursInWords({ callingHours: { isLearned, isOpen, today } }: Live): string {
  const span = today ? ` (hoy de ${today.from} a ${today.to})` : '';
  const said = isOpen ? 'Primero los que piden atención' : `Fuera de horario${span}: sin alertas de inactividad`;
  return isLearned ? said : `${said} · horario supuesto: lunes a viernes, 9 a 20`;
}

export const isLate = ({ daysLate }: LiveCampaign) => daysLate !== null && daysLate > 0;
export const inactiveOperators = ({ operators }: Live) => operators.filter(({ state }) => state === 'inactive');
