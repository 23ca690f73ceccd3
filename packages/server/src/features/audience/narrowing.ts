import type { Narrowing } from './narrowing.queries.ts';

const given = (narrowing: Narrowing) =>
  Object.entries(narrowing).filter(([, value]) => value !== undefined) as [keyof Narrowing, unknown][];

/** The whole audience. */
export const isEverything = (narrowing: Narrowing) => given(narrowing).length === 0;

/** No call can match: nothing has to be asked. */
export const isNothing = ({ states, operators }: Narrowing) => states?.length === 0 || operators?.length === 0;

/** By state and operator alone: how many match is a sum of counters, not a count of calls. */
export const isCounted = (narrowing: Narrowing) =>
  given(narrowing).every(([name]) => name === 'states' || name === 'operators');

/** One state, one operator or both: its calls stand together in an index, in load order. */
export const isOneRun = (narrowing: Narrowing) =>
  isCounted(narrowing) && (narrowing.states?.length ?? 1) === 1 && (narrowing.operators?.length ?? 1) === 1;

/** Of people's names nothing is kept in memory (columns/columns.ts). */
export const hasColumnsFor = ({ text }: Narrowing) => text?.words === undefined;

export const keyOf = (narrowing: Narrowing) =>
  JSON.stringify(given(narrowing).toSorted(([a], [b]) => (a < b ? -1 : 1)));

export const onlyOf = <T>(present: readonly T[] | undefined, wanted: readonly T[]): T[] =>
  present ? wanted.filter((one) => present.includes(one)) : [...wanted];
