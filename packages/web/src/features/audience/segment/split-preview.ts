import { dayDone, daysBetween } from '@campanero/contract/calls/calling-hours';
import { formatCount } from '@campanero/contract/shared/numbers';
import type { AssignedOperator } from '@campanero/contract/audience/list-schemas';
import { shortDay } from '../../../lib/text/when.ts';
import { days, operators } from '../texts.ts';
import { segmentBody } from '@campanero/contract/audience/segment-schemas';
import { median, type Split, splitShares } from '@campanero/contract/audience/split';
import { READ_TEXTS } from '@campanero/contract/error-texts';
import { MAX_CALLS_PER_OPERATOR } from '@campanero/contract/limits';

type Person = Pick<AssignedOperator, 'id' | 'name'>;

export interface Known {
  pending: number;
  /** Registrations per hour; null without history. */
  pace: number | null;
}

export interface Share extends Person {
  pending: number;
  receives: number;
  /** Gets one more: the remainder of an equal split. */
  hasExtra: boolean;
  isOver: boolean;
}

/** The same arithmetic as on the server, in the order of the request. */
export function previewSplit(
  total: number,
  people: readonly Person[],
  knownOf: (id: number) => Known,
  split: Split = 'equal',
): Share[] {
  const isOverAll = total > people.length * MAX_CALLS_PER_OPERATOR;
  // Too many for all: show the equal split, which shows by how much.
  const way = isOverAll ? 'equal' : split;
  const amounts = splitShares(
    way,
    total,
    people.map(({ id }) => knownOf(id).pace),
  );
  const least = amounts.at(-1) ?? 0;
  return people.map(({ id, name }, place) => {
    const receives = amounts[place] ?? 0;
    return {
      id,
      name,
      pending: knownOf(id).pending,
      receives,
      hasExtra: way === 'equal' && receives > least,
      isOver: receives > MAX_CALLS_PER_OPERATOR,
    };
  });
}

export const OVER_LIMIT = READ_TEXTS.TOO_MANY_PER_OPERATOR;

export function readAmount(typed: string, total: number | undefined): { amount: number | null; error?: string } {
  const digits = typed.replaceAll(/[.\s]/g, '');
  if (digits === '') return { amount: null };
  const parsed = segmentBody.shape.amount.safeParse(/^\d+$/.test(digits) ? Number(digits) : Number.NaN);
  if (!parsed.success) return { amount: null, error: parsed.error.issues[0]!.message };
  const amount = parsed.data ?? null;
  return total !== undefined && amount !== null && amount > total
    ? { amount, error: READ_TEXTS.AMOUNT_OVER_TOTAL }
    : { amount };
}

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
  closedDays?: readonly string[];
}

const HELP_MAX = 50;

// When each operator, and so the campaign, would finish, at one call per number. Operators without history count with the
// median pace; undefined without any history or if it takes over ten years.
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
  // `help`: how many more operators of median pace would finish in time, and when; undefined if none needed or none suffice.
  return { dayOf, day, daysLate, help: daysLate > 0 ? findHelp() : undefined };
}
export type SplitForecast = NonNullable<ReturnType<typeof forecastSplit>>;

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
