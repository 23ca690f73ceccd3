import { median } from '@campanero/contract/audience/split';
import { dayDone, daysBetween } from '@campanero/contract/calls/calling-hours';
import { formatCount } from '@campanero/contract/shared/numbers';
import type { AssignedOperator } from '@campanero/contract/audience/list-schemas';
import { shortDay } from '../../../lib/text/when.ts';
import { days, operators } from '../texts.ts';

export interface Load {
  id: number;
  toCall: number;
  perDay: number | null;
}

interface Calendar {
  /** YYYY-MM-DD, as `endDay`. */
  today: string;
  endDay: string;
  workingWeekdays: readonly number[];
  /** Holidays without calls. */
  closedDays?: readonly string[] | undefined;
}

export interface SplitForecast {
  dayOf: ReadonlyMap<number, string>;
  day: string;
  daysLate: number;
  /**
   * How many more operators of median pace would finish in time, and when; undefined if none needed or none suffice.
   */
  help?: { more: number; day: string } | undefined;
}

const HELP_MAX = 50;

/**
 * When each operator, and so the campaign, would finish, at one call per number. Operators without history count with
 * the median pace; undefined without any history or if it takes over ten years.
 */
export function forecastSplit(loads: readonly Load[], { today, endDay, workingWeekdays, closedDays = [] }: Calendar) {
  const usual = median(loads.flatMap(({ perDay }) => perDay ?? []));
  if (usual === undefined) return undefined;
  const isWorked = (weekday: number, day: string) => workingWeekdays.includes(weekday) && !closedDays.includes(day);
  const doneBy = (left: number, pace: number) => dayDone({ left, pace, doneToday: 0, today }, isWorked);
  const dayOf = new Map<number, string>();
  for (const { id, toCall, perDay } of loads) {
    const day = doneBy(toCall, perDay ?? usual);
    if (day === null) return undefined;
    dayOf.set(id, day);
  }
  const day = [...dayOf.values()].toSorted().at(-1)!;
  const daysLate = daysBetween(endDay, day);
  const work = loads.reduce((sum, { toCall }) => sum + toCall, 0);
  const together = loads.reduce((sum, { perDay }) => sum + (perDay ?? usual), 0);
  const findHelp = () => {
    for (let more = 0; more <= HELP_MAX; more += 1) {
      const ends = doneBy(work, together + more * usual);
      if (ends !== null && ends <= endDay) return { more, day: ends };
    }
    return undefined;
  };
  return { dayOf, day, daysLate, help: daysLate > 0 ? findHelp() : undefined } satisfies SplitForecast;
}

/** The receiving operators and the others with open calls. */
export function loadsAfter(
  shares: readonly { id: number; pending: number; receives: number }[],
  assigned: readonly AssignedOperator[],
): Load[] {
  const perDayOf = (id: number) => assigned.find((operator) => operator.id === id)?.perDay ?? null;
  const others = assigned.filter(
    ({ id, pending, disable, isMember }) =>
      pending > 0 && !disable && isMember && !shares.some((share) => share.id === id),
  );
  return [
    ...shares.map(({ id, pending, receives }) => ({ id, toCall: pending + receives, perDay: perDayOf(id) })),
    ...others.map(({ id, pending, perDay }) => ({ id, toCall: pending, perDay })),
  ];
}

export function endInWords({ day, daysLate }: SplitForecast, endDay: string): string {
  const distance =
    daysLate === 0 ? 'el día de su fin' : `${days(Math.abs(daysLate))} ${daysLate > 0 ? 'después' : 'antes'} de su fin`;
  return `Terminaría el ${shortDay(day)}, ${distance}${daysLate === 0 ? '' : ` (${shortDay(endDay)})`}.`;
}

export function helpInWords({ daysLate, help }: SplitForecast): string | undefined {
  if (daysLate <= 0) return undefined;
  if (!help) return `Ni con ${formatCount(HELP_MAX)} operadores más terminaría a tiempo.`;
  if (help.more === 0) return `Con lo de todos bien repartido terminaría el ${shortDay(help.day)}.`;
  return `Con ${operators(help.more)} más terminaría el ${shortDay(help.day)}.`;
}
