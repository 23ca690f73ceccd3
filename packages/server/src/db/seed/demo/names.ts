import { readFile } from 'node:fs/promises';
import type { Random } from './random.ts';

const FILE = new URL('../data/names.csv', import.meta.url);
export type Gender = 'F' | 'M' | 'X';

export interface Names {
  given(gender: Gender, random: Random): string;
  surname(random: Random): string;
}

/** Frequent names, each as often as it is in the country. */
export async function readNames(): Promise<Names> {
  const lists: Record<'F' | 'M' | 'surname', [string, number][]> = { F: [], M: [], surname: [] };
  const [, ...lines] = (await readFile(FILE, 'utf8')).trimEnd().split('\n');
  for (const line of lines) {
    const [kind, gender, name = '', weight] = line.split(';');
    lists[kind === 'surname' ? 'surname' : (gender as 'F' | 'M')].push([name, Number(weight)]);
  }
  const [given, surname] = [{ F: sampler(lists.F), M: sampler(lists.M) }, sampler(lists.surname)];
  return {
    given: (gender, random) => given[gender === 'X' ? (random.chance(0.5) ? 'F' : 'M') : gender](random),
    surname,
  };
}

/** Drawing 40,000 names by walking the list each time would take longer than everything else. */
function sampler(items: readonly (readonly [string, number])[]): (random: Random) => string {
  const limits: number[] = [];
  let total = 0;
  for (const [, weight] of items) limits.push((total += weight));
  return (random) => {
    const drawn = random.next() * total;
    let [low, high] = [0, limits.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (limits[middle]! > drawn) high = middle;
      else low = middle + 1;
    }
    return items[low]![0];
  };
}
