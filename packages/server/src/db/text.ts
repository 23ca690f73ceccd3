import { sql, type Expression, type RawBuilder } from 'kysely';

/** Ignores case and accents; no wildcards. No index: these lists have only thousands of rows. */
export const containsText = (text: Expression<string | null>, typed: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(strpos(fold(${text}), fold(${typed.normalize('NFC')})) > 0, false)`;

/** Spanish dictionary order: ñ after n, accents and case only as tie-breakers. */
export const inSpanishOrder = (text: Expression<string | null>): RawBuilder<string> =>
  sql<string>`${text} collate "es-x-icu"`;

/** Letters that fold() and fold_letters() treat as equal. */
const SAME_LETTERS: Record<string, string> = {
  a: 'aáàâäãå',
  e: 'eéèêë',
  i: 'iíìîï',
  o: 'oóòôöõ',
  u: 'uúùûü',
  n: 'nñ',
  c: 'cç',
};

/** Matches a folded letter in any case and with any accent; folding a text takes several times as long. */
export function letterPattern(letter: string): string {
  const same = SAME_LETTERS[letter] ?? letter;
  return `[${same}${same.toUpperCase()}]`;
}

/** firstName -> first_name. */
export const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
