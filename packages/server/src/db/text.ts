import { sql, type Expression, type RawBuilder } from 'kysely';

/**
 * Whether the text contains what was typed, ignoring case and accents. Both sides go through the database's fold(), so they
 * always agree; strpos knows no wildcards, so `%`, `_` and `\` are plain characters. A leading wildcard could use no index
 * either: these lists are thousands of rows, read in a millisecond or two.
 */
export const containsText = (text: Expression<string | null>, typed: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(strpos(fold(${text}), fold(${typed.normalize('NFC')})) > 0, false)`;

/** Sorted as a Spanish dictionary does: ñ after n, accents and case only as tie-breakers. */
export const inSpanishOrder = (text: Expression<string | null>): RawBuilder<string> =>
  sql<string>`${text} collate "es-x-icu"`;

/** How a column is called in SQL: firstName is first_name. */
export const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
