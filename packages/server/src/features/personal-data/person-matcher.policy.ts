import type { MaybeBy } from '@campanero/contract/erasure/schemas';
import type { NamedBy } from '@campanero/contract/personal-data/schemas';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { normalisePhone } from '@campanero/contract/shared/phone';
import { fold } from '@campanero/contract/shared/text';

/** What is known of a person, former values included. */
export interface PersonWords {
  firstNames: readonly string[];
  lastNames: readonly string[];
  /** First and last name as one text, business names. */
  names: readonly string[];
  documents: readonly string[];
  emails: readonly string[];
  /** Those that nobody else has. */
  numbers: readonly number[];
  sharedNumbers: readonly number[];
  orionIds: readonly string[];
}

/** The cells of a row, or a text that somebody wrote. */
export type Shape = 'row' | 'text';
/** Stands between the cells of a row. */
export const CELL_MARK = '|';

/**
 * The one rule by which a row or a text is about a person: for their page, their report, and what an erasure removes. A condition
 * for the database (`sure`, `maybe`) finds more than the functions accept.
 */
export interface PersonMatcher {
  /** By what it surely names the person; a given name alone names nobody. */
  namedBy: (text: string, shape: Shape) => NamedBy | null;
  /** By what it may be about the person; a human being has to decide. */
  mayBe: (text: string) => MaybeBy | null;
  /** Of each list all parts are in the folded text, of at least one list. */
  sure: string[][];
  maybe: string[][];
  /** Parts as the product itself writes them into files, for searching large ones. */
  written: string[];
}

const DOCUMENT_MIN = 6;
const LOCAL_DIGITS = 8;
const WORDS = /[^\p{L}\p{N}@.+]+/gu;
const PHONE_LIKE = /\+?\(?\d[\d\s().-]{6,}\d/g;
const BETWEEN_DIGITS = /[ .\-()/+]/g;
/** Words that are part of many names. */
const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'e', 'da', 'do', 'di', 'du']);

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
const digitsOf = (text: string) => text.replace(/\D/g, '');
const wordsOf = (name: string) => fold(name).replace(WORDS, ' ').trim().split(' ').filter(Boolean);
const tellingWords = (name: string) => wordsOf(name).filter((word) => word.length > 1 && !PARTICLES.has(word));

/** 30123456 -> 30.123.456 */
const inThousands = (document: string, mark: string) => document.replace(/\B(?=(\d{3})+(?!\d))/g, mark);

/** "ana maria diaz" is also written "diaz ana maria": the names as first and last could be cut anywhere. */
function ordersOf(name: string): string[] {
  const words = wordsOf(name);
  if (words.length < 2) return [];
  return words.map((_word, cut) => [...words.slice(cut), ...words.slice(0, cut)].join(' '));
}

function isWhole(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + part.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

/** PostgreSQL's fold() knows the letters of Latin-1 only: a name with others is looked for as it is written, too. */
const spellingsOf = (words: readonly string[], name: string): string[][] => {
  const written = name.toLowerCase().replace(WORDS, ' ').trim().split(' ');
  const isPlain = Array.from(name).every((letter) => letter.charCodeAt(0) < 256);
  return isPlain ? [[...words]] : [[...words], written.map((word) => (/[^\0-\xff]/.test(word) ? word : fold(word)))];
};

const pairsOf = (words: readonly string[]): string[][] =>
  words.flatMap((word, at) => words.slice(at + 1).map((other) => [word, other]));

export function createMatcher(known: PersonWords): PersonMatcher {
  const { documents, emails, orionIds } = known;
  const fullNames = unique([
    ...known.names,
    ...known.firstNames.flatMap((first) => known.lastNames.map((last) => `${first} ${last}`.trim())),
  ]).filter((name) => wordsOf(name).length > 1);
  const orders = unique(fullNames.flatMap(ordersOf));
  const wholeNames = fullNames.map(wordsOf);
  const parts = fullNames.map(tellingWords);
  const lastNames = unique(known.lastNames)
    .map(tellingWords)
    .filter((words) => words.length > 0);
  const bareDocuments = documents
    .map((document) => fold(document).replace(/\W/g, ''))
    .filter((each) => each.length >= DOCUMENT_MIN);
  const papers = unique(
    bareDocuments.flatMap((document) => [document, inThousands(document, '.'), inThousands(document, ' ')]),
  );
  const mails = emails.map((email) => fold(email));
  const ids = orionIds.map((id) => fold(id));
  const own = new Set(known.numbers.map(String));
  const shared = new Set(known.sharedNumbers.map(String));
  const tails = unique([...own, ...shared].map((number) => number.slice(-LOCAL_DIGITS)));
  const ownTails = [...own].map((number) => number.slice(-LOCAL_DIGITS));

  const hasNumber = (text: string, wanted: ReadonlySet<string>) =>
    wanted.size > 0 &&
    [...text.matchAll(PHONE_LIKE)].some(([found]) => {
      const digits = digitsOf(found);
      return [...wanted].some((number) => digits.includes(number)) || wanted.has(normalisePhone(found)?.number ?? '');
    });
  const endsLike = (text: string, wanted: readonly string[]) =>
    [...text.matchAll(PHONE_LIKE)].some(([found]) => wanted.some((tail) => digitsOf(found).includes(tail)));
  /** Rows are often rejected because the area code is missing. */
  const hasCellWithTail = (text: string) =>
    text.split(CELL_MARK).some((cell) => ownTails.some((tail) => digitsOf(cell).endsWith(tail)));
  const hasDocument = (text: string, folded: string) => {
    const bare = text.replace(BETWEEN_DIGITS, '');
    return (
      [...papers, ...ids].some((part) => isWhole(folded, part)) || bareDocuments.some((part) => isWhole(bare, part))
    );
  };
  return {
    namedBy: (text, shape) => {
      const folded = fold(text);
      const plain = folded.replace(WORDS, ' ');
      if (hasDocument(text, folded)) return 'document';
      if (hasNumber(text, own) || (shape === 'row' && hasCellWithTail(text))) return 'number';
      if (mails.some((mail) => isWhole(folded, mail))) return 'email';
      const isNamed =
        shape === 'row'
          ? wholeNames.some((words) => words.every((word) => isWhole(plain, word)))
          : orders.some((order) => isWhole(plain, order));
      return isNamed ? 'name' : null;
    },
    mayBe: (text) => {
      if (hasNumber(text, shared)) return 'sharedNumber';
      if (endsLike(text, tails)) return 'endOfNumber';
      const lines = text.split('\n').map((line) => fold(line).replace(WORDS, ' '));
      const hasTwo = (line: string) =>
        parts.some((words) => unique(words.filter((word) => isWhole(line, word))).length > 1);
      if (lines.some(hasTwo)) return 'partOfName';
      return lines.some((line) => lastNames.some((words) => words.every((word) => isWhole(line, word))))
        ? 'lastName'
        : null;
    },
    sure: [
      // Whatever stands between them, three digits of a document stand together.
      ...unique(bareDocuments).map((document) => inThousands(document, ' ').split(' ')),
      ...[...mails, ...ids].map((part) => [part]),
      ...[...own].map((number) => [number.slice(-4)]),
      ...fullNames.flatMap((name) => spellingsOf(wordsOf(name), name)),
    ],
    maybe: [...tails.map((tail) => [tail.slice(-4)]), ...parts.flatMap(pairsOf), ...lastNames],
    written: [...papers, ...mails, ...[...own].flatMap((number) => [number, fold(formatPhone(number))]), ...orders],
  };
}
