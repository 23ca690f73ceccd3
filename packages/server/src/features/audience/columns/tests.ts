import type { Narrowing, TextMatch } from '../narrowing.queries.ts';
import { BLOCKED, FREE, type Columns } from './columns.ts';
import { KINDS_MAX } from './kinds.ts';

/** Leaves of the first `n` positions those that pass, in their order, and says how many they are. */
export type Test = (found: Uint32Array, n: number) => number;
type Table = Uint8Array;

/** What a narrowing asks for, as tests of columns; narrowing.queries.ts says the same in SQL. People's names have no column. */
export function testsOf(columns: Columns, by: Narrowing): Test[] {
  const tests: (Test | undefined)[] = [
    by.states && listed(columns.state, tableOf(by.states)),
    by.operators && listed(columns.operator, operatorTable(columns, by.operators)),
    by.free && listed(columns.operator, tableOf([FREE])),
    by.substateId === undefined ? undefined : listed(columns.substate, tableOf([by.substateId ?? 0])),
    ofRange(columns.callCount, by.callsMin, by.callsMax, 0),
    by.gender === undefined ? undefined : listed(columns.gender, tableOf([by.gender.charCodeAt(0)])),
    // Whose year is not known is in no range of years.
    ofRange(columns.birthYear, by.birthYearFrom, by.birthYearTo, 1),
    placeTest(columns, by),
    by.number === undefined ? undefined : numbered(columns.number, by.number),
    by.text && textTest(columns, by.text),
  ];
  return tests.filter((test) => test !== undefined);
}

// Without branches: which calls pass cannot be foretold, and a wrong guess costs more than the store.
function listed(column: Uint16Array, table: Table): Test {
  return (found, n) => {
    let kept = 0;
    for (let index = 0; index < n; index += 1) {
      const position = found[index]!;
      found[kept] = position;
      kept += table[column[position]!]!;
    }
    return kept;
  };
}

/** Ids come from outside: what is no code of a column is in no row. */
function tableOf(codes: readonly number[]): Table {
  const table = new Uint8Array(KINDS_MAX);
  for (const code of codes) if (code >= 0 && code < KINDS_MAX) table[code] = 1;
  return table;
}

function operatorTable({ operators }: Columns, wanted: readonly (number | null)[]): Table {
  const named = operators.keys.flatMap((id, code) => (id !== undefined && wanted.includes(id) ? [code] : []));
  return tableOf(wanted.includes(null) ? [FREE, BLOCKED, ...named] : named);
}

function ofRange(column: Uint16Array, from: number | undefined, to: number | undefined, lowest: number) {
  if (from === undefined && to === undefined) return undefined;
  const first = Math.max(lowest, from ?? lowest);
  const last = Math.min(KINDS_MAX - 1, to ?? KINDS_MAX);
  return listed(column, new Uint8Array(KINDS_MAX).fill(1, Math.min(first, KINDS_MAX), Math.max(first, last + 1)));
}

function placeTest({ place, places }: Columns, { districtId, sectionId, subsectionId }: Narrowing): Test | undefined {
  if (districtId === undefined && sectionId === undefined && subsectionId === undefined) return undefined;
  const is = (wanted: string | undefined, present: string | null) => wanted === undefined || wanted === present;
  const codes = places.keys.flatMap((key, code) => {
    const [district, section, subsection] = JSON.parse(key!) as [string | null, string | null, string | null];
    return is(districtId, district) && is(sectionId, section) && is(subsectionId, subsection) ? [code] : [];
  });
  return listed(place, tableOf(codes));
}

const LENGTH = 10;
/** By the first digits, or the last four and more: hasNumber() of narrowing.queries.ts. */
function isNumbered(digits: string): (value: number) => boolean {
  const wanted = Number(digits);
  const scale = 10 ** (LENGTH - digits.length);
  const from = wanted * scale;
  const to = from + scale;
  if (digits.length < 4 || digits.length >= LENGTH) return (value) => value >= from && value < to;
  const modulus = 10 ** digits.length;
  return (value) => (value >= from && value < to) || value - Math.floor(value / modulus) * modulus === wanted;
}

const numbered = (column: Float64Array, digits: string): Test => {
  const is = isNumbered(digits);
  return (found, n) => {
    let kept = 0;
    for (let index = 0; index < n; index += 1) {
      const position = found[index]!;
      if (is(column[position]!)) found[kept++] = position;
    }
    return kept;
  };
};

/** What was typed may stand in any of these. */
function textTest(columns: Columns, { states, substates, operators, number }: TextMatch): Test {
  const inState = tableOf(states);
  const inSubstate = tableOf(substates);
  const ofOperator = operatorTable(columns, operators);
  const is = number === undefined ? () => false : isNumbered(number);
  return (found, n) => {
    let kept = 0;
    for (let index = 0; index < n; index += 1) {
      const position = found[index]!;
      const isNamed =
        inState[columns.state[position]!]! |
        inSubstate[columns.substate[position]!]! |
        ofOperator[columns.operator[position]!]!;
      if (isNamed === 1 || is(columns.number[position]!)) found[kept++] = position;
    }
    return kept;
  };
}
