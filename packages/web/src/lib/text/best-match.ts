import { fold } from '@campanero/contract/shared/text';

/** 0: the name begins with the text, 1: a word does, 2: it contains it, Infinity: no match. */
function matchRank(name: string, typed: string): number {
  const [text, wanted] = [fold(name), fold(typed)];
  const at = text.indexOf(wanted);
  if (at < 0) return Infinity;
  return at === 0 ? 0 : text.includes(` ${wanted}`) ? 1 : 2;
}

/** The matches, best first: «participa» finds Participa before «No desea participar». */
export const bestMatches = <T>(options: readonly T[], typed: string, nameOf: (option: T) => string): T[] =>
  options
    .map((option) => ({ option, rank: matchRank(nameOf(option), typed) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
