import { readFile } from 'node:fs/promises';

/** A small seeded generator (mulberry32): the demo is the same on every machine, whatever the order features are added in. */
export interface Random {
  /** 0 <= x < 1 */
  next(): number;
  /** A whole number from low to high, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  shuffle<T>(items: readonly T[]): T[];
}

/** Choices for `weighted`, in this order. */
export const weightsOf = <Name extends string>(weights: Record<Name, number>) =>
  Object.entries(weights) as [Name, number][];

/** Each part of the demo draws from a stream of its own name, so that a change in one leaves the others as they were. */
export function randomOf(stream: string): Random {
  let seed = 0x9e3779b9;
  for (const char of stream) seed = Math.imul(seed ^ char.charCodeAt(0), 0x01000193) >>> 0;
  const next = () => {
    seed = (seed + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)]!,
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) if ((left -= weight) < 0) return item;
      return items.at(-1)![0];
    },
    shuffle(items) {
      const copy = [...items];
      for (let last = copy.length - 1; last > 0; last--) {
        const other = int(0, last);
        [copy[last], copy[other]] = [copy[other]!, copy[last]!];
      }
      return copy;
    },
  };
}

const FILE = new URL('../db/seed/data/names.csv', import.meta.url);
export type Gender = 'F' | 'M' | 'X';

export type Names = { given(gender: Gender, random: Random): string; surname(random: Random): string };

/** Frequent names, each as often as it is in the country. */
export async function readFrequentNames(): Promise<Names> {
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

/** Binary search: walking the list for each of 40,000 names would take longer than everything else. */
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
