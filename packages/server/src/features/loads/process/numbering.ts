import { IdentityMap } from './identity-map.ts';
import { LoadFailure } from './load-failure.ts';
import { NumberSet } from './number-set.ts';
import type { Pack } from './pack.ts';
import { AT } from './row-writer.ts';

/** As many ids as a load has for its rows; a campaign has no more calls either. */
const MOST_ROWS = 2 ** 24 - 1;
const TOO_MANY = 'Una carga admite hasta 16.777.215 filas válidas.';
const HALF = 2 ** 32;

/**
 * Gives every valid row its id (`base` and the rows before it), its place among the numbers of the file, and the row in which
 * its person first appears; the first row wins. `expected`: about so many rows will come.
 */
export function createNumbering(base: number, expected = 0) {
  const numbers = new NumberSet(expected);
  const persons = new IdentityMap(expected);
  let valid = 0;

  return {
    count: () => ({ valid, numbers: numbers.size, persons: persons.size }),
    /** Completes the rows where they are; a row without a place says so in that column's length. */
    add({ bytes, starts, keys }: Pack): void {
      const rows = starts.length - 1;
      if (valid + rows > MOST_ROWS) throw new LoadFailure(TOO_MANY);
      const view = new DataView(bytes.buffer);
      // Each table in a loop of its own: the next look into memory begins while the last one is still waited for.
      for (let index = 0; index < rows; index += 1) {
        const row = valid + index;
        const from = starts[index]!;
        const who = persons.take(keys[index * 2]!, keys[index * 2 + 1]!, row);
        view.setInt32(from + AT.id, Math.floor((base + row) / HALF));
        view.setInt32(from + AT.id + 4, base + row);
        view.setInt32(from + AT.who, who);
        bytes[from + AT.again] = who === row ? 0 : 1;
      }
      for (let index = 0; index < rows; index += 1) {
        const from = starts[index]!;
        const end = starts[index + 1]!;
        const number = view.getInt32(from + AT.number) * HALF + view.getUint32(from + AT.number + 4);
        if (numbers.add(number)) view.setInt32(end + AT.place, numbers.size - 1);
        else view.setInt32(end + AT.placeLength, -1);
      }
      valid += rows;
    },
  };
}

export type Numbering = ReturnType<typeof createNumbering>;
