import { fitting, operatorCode, type Columns } from './columns.ts';
import { createHashedKinds } from './kinds.ts';

/** Places by their hashes, and one call of each. */
export interface SampledPlaces {
  codeOf: (high: number, low: number) => number;
  /** Positions, by code. */
  samples: number[];
}
export const createSampledPlaces = (): SampledPlaces => ({ ...createHashedKinds(), samples: [] });

/** Halves of words: the higher one stands first. */
type Words = Int32Array;

/**
 * Puts what read-columns.ts has asked for where it belongs. Column by column, in loops that do one thing: all at once takes
 * three times as long.
 */
export function unpack(words: readonly (Words | undefined)[], columns: Columns, places: SampledPlaces): void {
  const [what, whose, number, changed, where] = words;
  if (!what || !whose || !number || !changed || !where) return;
  const positions = new Uint32Array(what.length / 2);
  for (let row = 0; row < positions.length; row += 1) positions[row] = what[2 * row]! >>> 7;
  unpackPerson(positions, what, columns);
  unpackCalling(positions, whose, number, columns);
  unpackOperator(positions, whose, number, columns);
  unpackValues(positions, number, changed, columns);
  unpackPlace(positions, where, columns.place, places);
  columns.size += positions.length;
}

function unpackPerson(positions: Uint32Array, what: Words, { gender, birthYear, state }: Columns): void {
  for (let row = 0; row < positions.length; row += 1) {
    const position = positions[row]!;
    const low = what[2 * row + 1]!;
    gender[position] = ((what[2 * row]! & 0x7f) << 1) | (low >>> 31);
    birthYear[position] = (low >>> 15) & 0xff_ff;
    state[position] = low & 0x7f_ff;
  }
}

function unpackCalling(positions: Uint32Array, whose: Words, number: Words, { callCount, substate }: Columns): void {
  for (let row = 0; row < positions.length; row += 1) {
    const position = positions[row]!;
    callCount[position] = fitting(whose[2 * row + 1]!);
    substate[position] = (number[2 * row + 1]! >>> 1) & 0x7f_ff;
  }
}

function unpackOperator(positions: Uint32Array, whose: Words, number: Words, columns: Columns): void {
  const { operator } = columns;
  // A million times the same few: an array is asked in a tenth of a map's time.
  const codes: number[] = [];
  for (let row = 0; row < positions.length; row += 1) {
    const id = whose[2 * row]!;
    operator[positions[row]!] =
      id === 0
        ? operatorCode(columns, 0, (number[2 * row + 1]! & 1) === 1)
        : (codes[id] ??= operatorCode(columns, id, false));
  }
}

function unpackValues(positions: Uint32Array, number: Words, changed: Words, columns: Columns): void {
  const { number: numbers, updatedAt } = columns;
  for (let row = 0; row < positions.length; row += 1) {
    const position = positions[row]!;
    numbers[position] = number[2 * row]! * 65_536 + (number[2 * row + 1]! >>> 16);
    updatedAt[position] = changed[2 * row]! * 2 ** 32 + (changed[2 * row + 1]! >>> 0);
  }
}

function unpackPlace(
  positions: Uint32Array,
  where: Words,
  place: Uint16Array,
  { codeOf, samples }: SampledPlaces,
): void {
  for (let row = 0; row < positions.length; row += 1) {
    const position = positions[row]!;
    const code = codeOf(where[2 * row]!, where[2 * row + 1]!);
    if (code === samples.length) samples.push(position);
    place[position] = code;
  }
}
