import { fold } from '@campanero/contract/shared/text';
import type { ManualPage } from './manual.ts';

/** `excerpt`: parts in turn outside and inside of what was found. */
export type Hit = { page: ManualPage; id: string; heading: string; excerpt: string[] };

const HITS_MAX = 20;
const WORDS_MAX = 8;
const BEFORE = 60;
const EXCERPT = 220;
/** Words within so many characters stand together. */
const NEAR = 100;
const PLACES_MAX = 50;

const escapePattern = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Where a word begins with it: "campan" finds "campañas", "rama" does not find "programa". */
const beginsWith = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(word)}`, 'gu');

/** Around the place where most of the words stand together. Folding changes no lengths here: places in the folded text are places in the text. */
function excerptOf(text: string, patterns: RegExp[]): string[] {
  const folded = fold(text);
  const found = patterns
    .flatMap((pattern) =>
      [...folded.matchAll(pattern)]
        .slice(0, PLACES_MAX)
        .map(({ index, 0: { length } }) => ({ pattern, index, end: index + length })),
    )
    .toSorted((a, b) => a.index - b.index);
  const together = ({ index }: { index: number }) =>
    new Set(found.filter((one) => one.index >= index && one.end <= index + NEAR).map(({ pattern }) => pattern)).size;
  const best = found.reduce((first, one) => (together(one) > together(first) ? one : first), found[0] ?? { index: 0 });
  const from = text.lastIndexOf(' ', Math.max(0, best.index - BEFORE)) + 1;
  const cut = text.length > from + EXCERPT ? text.lastIndexOf(' ', from + EXCERPT) : text.length;
  const parts: string[] = [];
  let at = from;
  for (const { index, end } of found) {
    if (index < at || end > cut) continue;
    parts.push(text.slice(at, index), text.slice(index, end));
    at = end;
  }
  parts.push(text.slice(at, cut) + (cut < text.length ? ' …' : ''));
  if (from > 0) parts[0] = `… ${parts[0]}`;
  return parts;
}

interface Entry extends Omit<Hit, 'excerpt'> {
  text: string;
  isFirst: boolean;
  folded: { title: string; heading: string; text: string };
}

function listEntries(pages: readonly ManualPage[]): Entry[] {
  return pages.flatMap((page) =>
    page.sections.map((section, place): Entry => {
      // The summary stands above the first section.
      const text = place === 0 ? `${page.summary} ${section.text}` : section.text;
      const { id, heading } = section;
      const folded = { title: fold(page.title), heading: fold(heading), text: fold(text) };
      return { page, id, heading, text, isFirst: place === 0, folded };
    }),
  );
}

function score({ isFirst, folded }: Entry, patterns: RegExp[]): number {
  const all = `${folded.title} ${folded.heading} ${folded.text}`;
  if (!patterns.every((pattern) => all.search(pattern) >= 0)) return 0;
  const [inTitle, inHeading, inText] = [folded.title, folded.heading, folded.text].map((text) =>
    patterns.reduce((sum, pattern) => sum + [...text.matchAll(pattern)].length, 0),
  ) as [number, number, number];
  // A title alone speaks for the beginning of its page, not for every section.
  if (!isFirst && inHeading + inText === 0) return 0;
  return (isFirst ? 8 : 1) * inTitle + 5 * inHeading + Math.min(inText, 4);
}

/** Finds the sections that have every word, wherever it stands: in the page's title, the heading or the text. */
export function createSearch(pages: readonly ManualPage[]): (question: string) => Hit[] {
  const entries = listEntries(pages);
  return (question) => {
    const words = fold(question)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '');
    const patterns = [...new Set(words)].slice(0, WORDS_MAX).map(beginsWith);
    if (patterns.length === 0) return [];
    return entries
      .map((entry) => ({ entry, score: score(entry, patterns) }))
      .filter((found) => found.score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, HITS_MAX)
      .map(({ entry: { page, id, heading, text } }) => ({ page, id, heading, excerpt: excerptOf(text, patterns) }));
  };
}
