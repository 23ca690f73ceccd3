import type { NumberSet } from './number-set.ts';
import type { Pack } from './pack.ts';
import { AT } from './row-writer.ts';

const HALF = 2 ** 32;

/** Numbers that make no call, found on the way: as judgeNumbers() would write them down. */
export class Skipped {
  readonly places: number[] = [];
  readonly numbers: number[] = [];
  /** The person whose first row it is; null: it is a later one. */
  readonly whos: (number | null)[] = [];

  add(place: number, number: number, who: number | null): void {
    this.places.push(place);
    this.numbers.push(number);
    this.whos.push(who);
  }
}

/** Adds the numbers of numbered rows that nobody may ring, each where it first came. */
export function addSkipped(skipped: Skipped, { bytes, starts }: Pack, blocked: NumberSet): void {
  const view = new DataView(bytes.buffer);
  for (let index = 1; index < starts.length; index += 1) {
    const begin = starts[index - 1]!;
    const end = starts[index]!;
    const number = view.getInt32(begin + AT.number) * HALF + view.getUint32(begin + AT.number + 4);
    if (!blocked.has(number) || view.getInt32(end + AT.placeLength) < 0) continue;
    skipped.add(
      view.getInt32(end + AT.place),
      number,
      bytes[begin + AT.again] === 1 ? null : view.getInt32(begin + AT.who),
    );
  }
}
