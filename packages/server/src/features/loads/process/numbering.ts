import { IdentityMap } from './identity-map.ts';
import { NumberSet } from './number-set.ts';
import type { Pack } from './pack.ts';
import { AT } from './packer.ts';

/** Gives every valid row its place among the numbers of the file and its person among the people; the first row wins. */
export function createNumbering() {
  const numbers = new NumberSet();
  const persons = new IdentityMap();
  let valid = 0;

  return {
    count: () => ({ valid, numbers: numbers.size, persons: persons.size }),
    /** Answers the rows, complete, in the pack's own memory. */
    add({ bytes, starts, keys }: Pack): Buffer {
      const view = new DataView(bytes.buffer);
      let to = 0;
      for (let index = 0; index + 1 < starts.length; index += 1) {
        const from = starts[index]!;
        let end = starts[index + 1]!;
        const number = view.getInt32(from + AT.number) * 4_294_967_296 + view.getUint32(from + AT.number + 4);
        const known = persons.size;
        const who = persons.take(keys[index * 2]!, keys[index * 2 + 1]!);
        view.setInt32(from + AT.who, who);
        bytes[from + AT.again] = who < known ? 1 : 0;
        if (numbers.add(number)) view.setInt32(end + AT.place, numbers.size - 1);
        else {
          // Null has a length of -1 and no bytes: what follows moves up.
          view.setInt32(end + AT.placeLength, -1);
          end -= 4;
        }
        if (to !== from) bytes.copyWithin(to, from, end);
        to += end - from;
      }
      valid += starts.length - 1;
      return Buffer.from(bytes.buffer, 0, to);
    },
  };
}
