import { live, type Live, type LiveCampaign, type LiveOperator } from '@campanero/contract/live/endpoints';
import { momentInWords as untilMoment } from '@campanero/contract/calling-rules/words';
import { formatTime, productDay } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { IconArrowDown, IconArrowUp } from '../../components/icons.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { dayAndMonth, MINUTE_MS, spanInWords } from '../../lib/text/when.ts';

export const liveQuery = (external: boolean) =>
  endpointQuery('live', live.view, { query: { external: external ? '1' : '0' } });

/** By the clock of the page, so that it advances between two answers. */
export function agoInWords(at: string, now: number): string {
  const span = now - Date.parse(at);
  return span < MINUTE_MS ? 'ahora' : `hace ${spanInWords(span)}`;
}

/** "11:28" today, else "12-11". */
export const momentInWords = (at: string, now: number) =>
  productDay(at) === productDay(now) ? formatTime(at) : dayAndMonth(at);

/** "Sin actividad hace 14 min". */
export const inactivityInWords = (lastActivityAt: string | null, now: number) =>
  lastActivityAt === null ? 'Sin actividad' : `Sin actividad ${agoInWords(lastActivityAt, now)}`;

export const silenceInWords = ({ lastActivityAt }: LiveCampaign, now: number) =>
  lastActivityAt === null
    ? 'Nadie registró llamados todavía'
    : `Nadie registra llamados ${agoInWords(lastActivityAt, now)}`;

/** "Cerrada hasta mañana a las 9:00 · Navidad". */
export const closedInWords = ({ until, detail }: NonNullable<LiveCampaign['closed']>, now: number) =>
  `Cerrada hasta ${untilMoment(until!, new Date(now))}${detail === null ? '' : ` · ${detail}`}`;

/** Who rings or talks is in a call, whatever they registered last. */
export const stateNow = ({ state, onPhone }: Pick<LiveOperator, 'state' | 'onPhone'>) => (onPhone ? 'calling' : state);
const ofState = (operators: readonly LiveOperator[], state: LiveOperator['state']) =>
  operators.filter((operator) => stateNow(operator) === state).length;

export function countWorking({ operators }: Live) {
  const calling = ofState(operators, 'calling');
  const active = ofState(operators, 'active');
  return {
    working: calling + active,
    inWords: `${formatCount(calling)} en llamado · ${formatCounted(active, 'activo', 'activos')}`,
  };
}

export function comparedWithHourBefore({ lastHour, hourBefore }: Live) {
  const more = lastHour.calls - hourBefore.calls;
  if (more === 0) return { inWords: 'Igual que la' };
  const inWords = `${formatCount(Math.abs(more))} ${more > 0 ? 'más' : 'menos'} que la`;
  return { Arrow: more > 0 ? IconArrowUp : IconArrowDown, inWords };
}

export const needsAttention = (campaign: LiveCampaign) => isLate(campaign) || campaign.isInactive;

/** "Fuera del horario habitual (hoy de 9 a 18): sin alertas de inactividad", or the order of the rows. */
export function hoursInWords({ callingHours: { isLearned, isOpen, today } }: Live): string {
  const span = today ? ` (hoy de ${today.from} a ${today.to})` : '';
  const said = isOpen
    ? 'Primero los que piden atención'
    : `Fuera del horario habitual${span}: sin alertas de inactividad`;
  return isLearned ? said : `${said} · horario supuesto: lunes a viernes, 9 a 20`;
}

export const isLate = ({ daysLate }: LiveCampaign) => daysLate !== null && daysLate > 0;
