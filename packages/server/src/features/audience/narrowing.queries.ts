import { sql, type RawBuilder } from 'kysely';
import type { Audience } from './audience.queries.ts';

/** What a list of calls is narrowed to, every name resolved to ids. An empty array matches nothing. */
export interface Narrowing {
  states?: readonly number[];
  operators?: readonly number[];
  substateId?: number;
  /** Digits: the first ones, or the last four and more. */
  number?: string;
  callsMin?: number;
  callsMax?: number;
  gender?: string;
  birthYearFrom?: number;
  birthYearTo?: number;
  districtId?: string;
  sectionId?: string;
  subsectionId?: string;
  /** Without operator and not blocked: what Segmentar hands out. */
  free?: true;
  text?: TextMatch;
}

/** What was typed, and where it stands: a call matches through any of these. */
export interface TextMatch {
  states: readonly number[];
  substates: readonly number[];
  operators: readonly number[];
  number?: string;
  /** Each must be in the person's name. Set only where few calls have to be looked through (narrow-audience.ts). */
  words?: readonly string[];
  /** External roles find no person by name whom they may not see (decisions 3). */
  onlyExternalPersons?: true;
}

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

const LONG = 4;
/** By four digits of the number or more, which have an index, and by nothing that could match beside them. */
export function hasLongNumber({ number, text }: Narrowing): boolean {
  const isNumberOnly = text && !text.words && text.states.length + text.substates.length + text.operators.length === 0;
  return (number?.length ?? 0) >= LONG || (isNumberOnly === true && (text.number?.length ?? 0) >= LONG);
}

export const onlyOf = <T>(present: readonly T[] | undefined, wanted: readonly T[]): T[] =>
  present ? wanted.filter((one) => present.includes(one)) : [...wanted];

type Condition = RawBuilder<boolean>;
export type Range = Pick<Audience, 'id' | 'idLo' | 'idHi'>;

/** Values, not a join: only so are the other campaigns' leaves left out when the statement is planned (model 9). */
export const inCampaign = ({ id, idLo, idHi }: Range): Condition =>
  sql<boolean>`call.campaign_id = ${id} and call.id >= ${idLo ?? 0} and call.id < ${idHi ?? 0}`;

export function matches(range: Range, narrowing: Narrowing): Condition {
  return sql<boolean>`${sql.join([inCampaign(range), ...conditionsOf(narrowing)], sql` and `)}`;
}

// Ids come from outside and may be larger than their columns: compared wide, they just match nothing.
function conditionsOf(by: Narrowing): Condition[] {
  const all: (Condition | undefined)[] = [
    by.states && isOneOf('call.state_id', by.states),
    by.operators && isOneOf('call.operator_id', by.operators),
    by.substateId === undefined ? undefined : isOneOf('call.substate_id', [by.substateId]),
    by.number === undefined ? undefined : hasNumber(by.number),
    by.callsMin === undefined ? undefined : sql<boolean>`call.call_count >= ${by.callsMin}`,
    by.callsMax === undefined ? undefined : sql<boolean>`call.call_count <= ${by.callsMax}`,
    by.gender === undefined ? undefined : sql<boolean>`call.gender = ${by.gender}::"char"`,
    by.birthYearFrom === undefined ? undefined : sql<boolean>`call.birth_year >= ${by.birthYearFrom}`,
    by.birthYearTo === undefined ? undefined : sql<boolean>`call.birth_year <= ${by.birthYearTo}`,
    by.districtId === undefined ? undefined : sql<boolean>`call.district_id = ${by.districtId}`,
    by.sectionId === undefined ? undefined : sql<boolean>`call.section_id = ${by.sectionId}`,
    by.subsectionId === undefined ? undefined : sql<boolean>`call.subsection_id = ${by.subsectionId}`,
    by.free && sql<boolean>`call.operator_id is null and not call.blocked`,
    by.text && hasText(by.text),
  ];
  return all.filter((condition) => condition !== undefined);
}

const isOneOf = (column: string, ids: readonly number[]): Condition =>
  ids.length === 1
    ? sql<boolean>`${sql.raw(column)} = ${ids[0]}::bigint`
    : sql<boolean>`${sql.raw(column)} = any(${[...ids]}::bigint[])`;

const LENGTH = 10;
/** A range of the leaf's index by number. */
function beginsWith(digits: string): Condition {
  const scale = 10 ** (LENGTH - digits.length);
  const from = Number(digits) * scale;
  return sql<boolean>`(call.number >= ${from}::bigint and call.number < ${from + scale}::bigint)`;
}

/** The last four digits have an index of their own. */
function hasNumber(digits: string): Condition {
  const begins = beginsWith(digits);
  if (digits.length < LONG || digits.length >= LENGTH) return begins;
  const ends = sql<boolean>`(call.number % 10000 = ${Number(digits.slice(-4))}
    and call.number % ${10 ** digits.length}::bigint = ${Number(digits)}::bigint)`;
  return sql<boolean>`(${begins} or ${ends})`;
}

function hasText({ states, substates, operators, number, words, onlyExternalPersons }: TextMatch): Condition {
  const any: Condition[] = [
    ...(states.length > 0 ? [isOneOf('call.state_id', states)] : []),
    ...(substates.length > 0 ? [isOneOf('call.substate_id', substates)] : []),
    ...(operators.length > 0 ? [isOneOf('call.operator_id', operators)] : []),
    ...(number === undefined ? [] : [hasNumber(number)]),
    ...(words ? [hasName(words, onlyExternalPersons)] : []),
  ];
  return any.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(any, sql` or `)})`;
}

const hasName = (words: readonly string[], onlyExternal = false): Condition => {
  const name = sql`fold(person.first_name || ' ' || person.last_name || ' ' || person.business_name)`;
  const holds = words.map((word) => sql`strpos(${name}, fold(${word})) > 0`);
  if (onlyExternal) holds.push(sql`person.from_external`);
  return sql<boolean>`exists (select from person where person.id = call.person_id and ${sql.join(holds, sql` and `)})`;
};
