import { median } from '@campanero/contract/audience/split';
import { dayDone, daysBetween } from '@campanero/contract/calls/calling-hours';
import { formatCount } from '@campanero/contract/shared/numbers';
import type { AssignedOperator } from '@campanero/contract/audience/list-schemas';
import { days, operators } from '../texts.ts';

/** Somebody with calls of the campaign after the split. */
export interface Load {
  id: number;
  /** What they would have to call. */
  toCall: number;
  /** Calls on each day worked; null without history. */
  perDay: number | null;
}

interface Calendar {
  /** YYYY-MM-DD, as the day of the campaign's end. */
  today: string;
  endDay: string;
  workingWeekdays: readonly number[];
  /** Holidays on which the rules of calling close. */
  closedDays?: readonly string[] | undefined;
}

export interface SplitForecast {
  /** When each one would be done. */
  dayOf: ReadonlyMap<number, string>;
  /** When the last one would be. */
  day: string;
  daysLate: number;
  /** So many more operators of a usual pace would end it in time, and when; undefined if it is in time or nothing helps. */
  help?: { more: number; day: string } | undefined;
}

/** More people than this are no advice. */
const HELP_MAX = 50;

/**
 * When everybody would be done with what they have, one call for each number, and with that the campaign. Somebody without
 * history works as fast as the median of the others; without any history, or with an end beyond ten years, there is no
 * forecast.
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

/** Who would have calls after the split: those who receive, and the others who have some and can call them. */
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

/** "28-11" of YYYY-MM-DD. */
export const shortDay = (day: string) => `${day.slice(8)}-${day.slice(5, 7)}`;

/** "Terminaría el 05-12, 7 días después de su fin (28-11)." */
export function endInWords({ day, daysLate }: SplitForecast, endDay: string): string {
  const distance =
    daysLate === 0 ? 'el día de su fin' : `${days(Math.abs(daysLate))} ${daysLate > 0 ? 'después' : 'antes'} de su fin`;
  return `Terminaría el ${shortDay(day)}, ${distance}${daysLate === 0 ? '' : ` (${shortDay(endDay)})`}.`;
}

/** What is missing for the campaign's end. */
export function helpInWords({ daysLate, help }: SplitForecast): string | undefined {
  if (daysLate <= 0) return undefined;
  if (!help) return `Ni con ${formatCount(HELP_MAX)} operadores más terminaría a tiempo.`;
  if (help.more === 0) return `Con lo de todos bien repartido terminaría el ${shortDay(help.day)}.`;
  return `Con ${operators(help.more)} más terminaría el ${shortDay(help.day)}.`;
}
