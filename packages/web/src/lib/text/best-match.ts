import { fold } from '@campanero/contract/shared/text';

/** How well a name answers what was typed: 0 begins with it, 1 has a word that does, 2 has it inside, Infinity not at all. */
function matchRank(name: string, typed: string): number {
  const [text, wanted] = [fold(name), fold(typed)];
  const at = text.indexOf(wanted);
  if (at < 0) return Infinity;
  return at === 0 ? 0 : text.includes(` ${wanted}`) ? 1 : 2;
}

/** Those that match, the best first: Enter takes the first, and «participa» means Participa, not «No desea participar». */
export const bestMatches = <T extends { name: string }>(options: readonly T[], typed: string): T[] =>
  options
    .map((option) => ({ option, rank: matchRank(option.name, typed) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
