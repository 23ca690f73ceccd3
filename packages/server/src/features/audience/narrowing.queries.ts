import { sql, type RawBuilder } from 'kysely';
import type { Audience } from './audience.queries.ts';

/** What a list of calls is narrowed to, every name resolved to ids. An empty array matches nothing. */
export interface Narrowing {
  states?: readonly number[];
  /** Null: nobody, whose calls no index has (migration 0180): near an end, or from the columns in memory. */
  operators?: readonly (number | null)[];
  /** Null: none. */
  substateId?: number | null;
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

export type Condition = RawBuilder<boolean>;
export type Range = Pick<Audience, 'id' | 'idLo' | 'idHi'>;

/** Values, not a join: only so are the other campaigns' leaves left out when the statement is planned (model 9). */
export const inCampaign = ({ id, idLo, idHi }: Range): Condition =>
  sql<boolean>`call.campaign_id = ${id} and call.id >= ${idLo ?? 0} and call.id < ${idHi ?? 0}`;

export function matches(range: Range, narrowing: Narrowing): Condition {
  return sql<boolean>`${sql.join([inCampaign(range), ...conditionsOf(narrowing)], sql` and `)}`;
}

/** The same without the campaign: of calls that are known to be its own. */
export const matchesOnly = (narrowing: Narrowing): Condition =>
  sql<boolean>`${sql.join([sql`true`, ...conditionsOf(narrowing)], sql` and `)}`;

// Ids come from outside and may be larger than their columns: compared wide, they just match nothing.
function conditionsOf(by: Narrowing): Condition[] {
  const all: (Condition | undefined)[] = [
    by.states && isOneOf('call.state_id', by.states),
    by.operators && hasOperator(by.operators),
    by.substateId === undefined ? undefined : hasSubstate(by.substateId),
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

function hasOperator(operators: readonly (number | null)[]): Condition {
  const named = operators.filter((id) => id !== null);
  if (named.length === operators.length) return isOneOf('call.operator_id', named);
  const nobody = sql<boolean>`call.operator_id is null`;
  return named.length === 0 ? nobody : sql<boolean>`(${nobody} or ${isOneOf('call.operator_id', named)})`;
}

const hasSubstate = (id: number | null): Condition =>
  id === null ? sql<boolean>`call.substate_id is null` : sql<boolean>`call.substate_id = ${id}::bigint`;

const LENGTH = 10;
/** A range of the leaf's index by number. Those that only end so, by four digits or more, are always few. */
export function beginsWith(digits: string): Condition {
  const scale = 10 ** (LENGTH - digits.length);
  const from = Number(digits) * scale;
  return sql<boolean>`(call.number >= ${from}::bigint and call.number < ${from + scale}::bigint)`;
}

/** The last four digits have an index of their own (migration 0131). */
export function hasNumber(digits: string): Condition {
  const begins = beginsWith(digits);
  if (digits.length < 4 || digits.length >= LENGTH) return begins;
  const ends = sql<boolean>`(call.number % 10000 = ${Number(digits.slice(-4))}
    and call.number % ${10 ** digits.length}::bigint = ${Number(digits)}::bigint)`;
  return sql<boolean>`(${begins} or ${ends})`;
}

/** Typed digits that stand in nobody's name: a call matches through its number alone. */
export const isNumberOnly = (text: TextMatch): text is TextMatch & { number: string } =>
  text.number !== undefined && !text.words && text.states.length + text.substates.length + text.operators.length === 0;

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
