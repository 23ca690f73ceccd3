import { PLAIN_FILTER_NAMES, type AudienceFilters, type PlainFilter } from '@campanero/contract/audience/filters';
import { UNKNOWN_CODE } from '@campanero/contract/surveys/answer-codes';
import { type AnswerFilter, readAnswerFilter } from '@campanero/contract/surveys/answer-filter';
import { sql, type RawBuilder } from 'kysely';
import { isBelowEverywhere } from '../attempts.ts';
import { inCampaign, type CallRange } from '../range.ts';

/** Filter with names resolved to ids. An empty array matches nothing. */
export interface CallFilter extends Pick<AudienceFilters, PlainFilter> {
  states?: readonly number[];
  operators?: readonly number[];
  /** Unassigned, not blocked and not in reserve: what Segmentar assigns. */
  free?: true;
  /** Fewer attempts than this in all campaigns together. */
  attemptsBelow?: number;
  text?: TextMatch;
}

/** Matches of the searched text, joined by OR. */
export interface TextMatch {
  states: readonly number[];
  substates: readonly number[];
  operators: readonly number[];
  number?: string;
  /** All of them must occur in the person's name. Set only if few calls have to be read. */
  words?: readonly string[];
  /** External roles must not find persons by name that they may not see. */
  onlyExternalPersons?: true;
}

const setFields = (filter: CallFilter) =>
  Object.entries(filter).filter(([, value]) => value !== undefined) as [keyof CallFilter, unknown][];

export const matchesEveryCall = (filter: CallFilter) => setFields(filter).length === 0;

export const matchesNoCall = ({ states, operators }: CallFilter) => states?.length === 0 || operators?.length === 0;

/** By state and operator alone: the number of matches is a sum of counters. */
export const isCountedByCounters = (filter: CallFilter) =>
  setFields(filter).every(([name]) => name === 'states' || name === 'operators');

/** All unassigned calls, which have a counter. */
export const isFreeAlone = (filter: CallFilter) => setFields(filter).every(([name]) => name === 'free');

/** One state, one operator or both: matches are adjacent in an index, in load order. */
export const isOneIndexRun = (filter: CallFilter) =>
  isCountedByCounters(filter) && (filter.states?.length ?? 1) === 1 && (filter.operators?.length ?? 1) === 1;

const LONG = 4;
/** Matches only numbers with at least four of these digits, which an index finds. */
export function hasLongNumber({ number, text }: CallFilter): boolean {
  const isNumberOnly = text && !text.words && text.states.length + text.substates.length + text.operators.length === 0;
  return (number?.length ?? 0) >= LONG || (isNumberOnly === true && (text.number?.length ?? 0) >= LONG);
}

/** `wanted` alone if `present` is undefined (no filter yet). */
export const intersect = <T>(present: readonly T[] | undefined, wanted: readonly T[]): T[] =>
  present ? wanted.filter((one) => present.includes(one)) : [...wanted];

type Condition = RawBuilder<boolean>;

export function matches(range: CallRange, filter: CallFilter): Condition {
  return sql<boolean>`${sql.join([inCampaign(range), ...conditionsOf(filter)], sql` and `)}`;
}

const CONDITIONS: { [Name in PlainFilter]: (value: NonNullable<AudienceFilters[Name]>) => Condition } = {
  substateId: (id) => isOneOf('call.substate_id', [id]),
  number: (digits) => hasNumber(digits),
  callsMin: (count) => sql<boolean>`call.call_count >= ${count}`,
  callsMax: (count) => sql<boolean>`call.call_count <= ${count}`,
  gender: (gender) => sql<boolean>`call.gender = ${gender}::"char"`,
  birthYearFrom: (year) => sql<boolean>`call.birth_year >= ${year}`,
  birthYearTo: (year) => sql<boolean>`call.birth_year <= ${year}`,
  answer: (answer) => hasAnswered(readAnswerFilter(answer)),
  sample: (part) => (part === 'reserve' ? sql<boolean>`call.in_reserve` : sql<boolean>`not call.in_reserve`),
  districtId: (id) => sql<boolean>`call.district_id = ${id}`,
  sectionId: (id) => sql<boolean>`call.section_id = ${id}`,
  subsectionId: (id) => sql<boolean>`call.subsection_id = ${id}`,
};

function hasAnswered({ questionId, value, isSeveral }: AnswerFilter): Condition {
  const code = sql`interview.answers[${questionId}::int]`;
  const isIt = isSeveral
    ? sql`${code} > 0 and (${code} >> ${Number(value) - 1}::int) & 1 = 1`
    : sql`${code} = ${value === 'unknown' ? UNKNOWN_CODE : value}::bigint`;
  return sql<boolean>`exists (select from interview where interview.call_id = call.id and ${isIt})`;
}

// Request ids may exceed the column type: cast to bigint they match nothing instead of failing.
function conditionsOf(by: CallFilter): Condition[] {
  const all: (Condition | undefined)[] = [
    by.states && isOneOf('call.state_id', by.states),
    by.operators && isOneOf('call.operator_id', by.operators),
    // TypeScript cannot express that the value belongs to this filter.
    ...PLAIN_FILTER_NAMES.map((name) => (by[name] === undefined ? undefined : CONDITIONS[name](by[name] as never))),
    by.free && sql<boolean>`call.operator_id is null and not call.blocked and not call.in_reserve`,
    by.attemptsBelow === undefined ? undefined : isBelowEverywhere(by.attemptsBelow),
    by.text && hasText(by.text),
  ];
  return all.filter((condition) => condition !== undefined);
}

const isOneOf = (column: string, ids: readonly number[]): Condition =>
  ids.length === 1
    ? sql<boolean>`${sql.raw(column)} = ${ids[0]}::bigint`
    : sql<boolean>`${sql.raw(column)} = any(${[...ids]}::bigint[])`;

export const NATIONAL_DIGITS = 10;
/** A range in each partition's index by number. */
export function numberBeginsWith(digits: string): Condition {
  const scale = 10 ** (NATIONAL_DIGITS - digits.length);
  const from = Number(digits) * scale;
  return sql<boolean>`(call.number >= ${from}::bigint and call.number < ${from + scale}::bigint)`;
}

/** Four digits or more: by the index on the last four (call_tail). */
export const numberEndsWith = (digits: string): Condition => sql<boolean>`(
  call.number % 10000 = ${Number(digits.slice(-4))} and call.number % ${10 ** digits.length}::bigint = ${Number(digits)}::bigint)`;

function hasNumber(digits: string): Condition {
  if (digits.length < LONG || digits.length >= NATIONAL_DIGITS) return numberBeginsWith(digits);
  return sql<boolean>`(${numberBeginsWith(digits)} or ${numberEndsWith(digits)})`;
}

function hasText({ states, substates, operators, number, words, onlyExternalPersons }: TextMatch): Condition {
  const ways: Condition[] = [
    ...(states.length > 0 ? [isOneOf('call.state_id', states)] : []),
    ...(substates.length > 0 ? [isOneOf('call.substate_id', substates)] : []),
    ...(operators.length > 0 ? [isOneOf('call.operator_id', operators)] : []),
    ...(number === undefined ? [] : [hasNumber(number)]),
    ...(words ? [hasName(words, onlyExternalPersons)] : []),
  ];
  return ways.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

/** Every name of a person, for text search. */
export const wholeName = sql`person.first_name || ' ' || person.last_name || ' ' || person.business_name`;

const hasName = (words: readonly string[], onlyExternal = false): Condition => {
  const holds = words.map((word) => sql`strpos(fold(${wholeName}), fold(${word})) > 0`);
  if (onlyExternal) holds.push(sql`person.from_external`);
  return sql<boolean>`exists (select from person where person.id = call.person_id and ${sql.join(holds, sql` and `)})`;
};
