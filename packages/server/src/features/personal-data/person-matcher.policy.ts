import type { CandidateReason } from '@campanero/contract/erasure/endpoints';
import type { NamedBy } from '@campanero/contract/personal-data/schemas';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { normalisePhone } from '@campanero/contract/shared/phone';
import { fold } from '@campanero/contract/shared/text';

export interface PersonIdentifiers {
  firstNames: readonly string[];
  lastNames: readonly string[];
  /** Full names and business names. */
  names: readonly string[];
  documents: readonly string[];
  emails: readonly string[];
  /** Not shared with other persons. */
  numbers: readonly number[];
  sharedNumbers: readonly number[];
  orionIds: readonly string[];
}

/** Cells of a file's row, or free text. */
export type Shape = 'row' | 'text';
export const CELL_SEPARATOR = '|';

// Decides whether a row or text is about a person: for their page, their report and erasures. The SQL conditions
// (`certainParts`, `possibleParts`) find a superset of what the functions accept.
export interface PersonMatcher {
  /** What certainly names the person; a given name alone does not. */
  namedBy: (text: string, shape: Shape) => NamedBy | null;
  /** What possibly names the person; a user has to decide. */
  possiblyNamedBy: (text: string) => CandidateReason | null;
  /** Whether a text certainly or possibly names the person. */
  mentions: (text: string) => boolean;
  /** Matches if all parts of at least one list are in the folded text. */
  certainParts: string[][];
  possibleParts: string[][];
  /** Parts as the product writes them into files, to search exports. */
  exportParts: string[];
}

const DOCUMENT_MIN = 6;
const LOCAL_DIGITS = 8;
const WORDS = /[^\p{L}\p{N}@.+]+/gu;
const PHONE_LIKE = /\+?\(?\d[\d\s().-]{6,}\d/g;
const BETWEEN_DIGITS = /[ .\-()/+]/g;
/** Particles that many names have. */
const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'e', 'da', 'do', 'di', 'du']);

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
const digitsOf = (text: string) => text.replace(/\D/g, '');
const wordsOf = (name: string) => fold(name).replace(WORDS, ' ').trim().split(' ').filter(Boolean);
const significantWords = (name: string) => wordsOf(name).filter((word) => word.length > 1 && !PARTICLES.has(word));

/** 30123456 -> 30.123.456 */
const groupThousands = (document: string, mark: string) => document.replace(/\B(?=(\d{3})+(?!\d))/g, mark);

/** All rotations: "ana maria diaz" is also written "diaz ana maria", and where the last name begins is unknown. */
function rotationsOf(name: string): string[] {
  const words = wordsOf(name);
  if (words.length < 2) return [];
  return words.map((_word, cut) => [...words.slice(cut), ...words.slice(0, cut)].join(' '));
}

function containsWord(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + part.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

/** PostgreSQL's fold() covers Latin-1 only, so names with other letters are also searched as written. */
const spellingsOf = (words: readonly string[], name: string): string[][] => {
  const written = name.toLowerCase().replace(WORDS, ' ').trim().split(' ');
  const isPlain = Array.from(name).every((letter) => letter.charCodeAt(0) < 256);
  return isPlain ? [[...words]] : [[...words], written.map((word) => (/[^\0-\xff]/.test(word) ? word : fold(word)))];
};

const pairsOf = (words: readonly string[]): string[][] =>
  words.flatMap((word, at) => words.slice(at + 1).map((other) => [word, other]));

const hasNumber = (text: string, wanted: ReadonlySet<string>) =>
  wanted.size > 0 &&
  [...text.matchAll(PHONE_LIKE)].some(([found]) => {
    const digits = digitsOf(found);
    return [...wanted].some((number) => digits.includes(number)) || wanted.has(normalisePhone(found)?.number ?? '');
  });
const hasNumberTail = (text: string, tails: readonly string[]) =>
  [...text.matchAll(PHONE_LIKE)].some(([found]) => tails.some((tail) => digitsOf(found).includes(tail)));

/** The identifiers in every spelling that is searched. */
function spell(known: PersonIdentifiers) {
  const { documents, emails, orionIds } = known;
  const fullNames = unique([
    ...known.names,
    ...known.firstNames.flatMap((first) => known.lastNames.map((last) => `${first} ${last}`.trim())),
  ]).filter((name) => wordsOf(name).length > 1);
  const rotations = unique(fullNames.flatMap(rotationsOf));
  const wholeNames = fullNames.map(wordsOf);
  const parts = fullNames.map(significantWords);
  const lastNames = unique(known.lastNames)
    .map(significantWords)
    .filter((words) => words.length > 0);
  const bareDocuments = documents
    .map((document) => fold(document).replace(/\W/g, ''))
    .filter((each) => each.length >= DOCUMENT_MIN);
  const documentSpellings = unique(
    bareDocuments.flatMap((document) => [document, groupThousands(document, '.'), groupThousands(document, ' ')]),
  );
  const mails = emails.map((email) => fold(email));
  const ids = orionIds.map((id) => fold(id));
  const own = new Set(known.numbers.map(String));
  const shared = new Set(known.sharedNumbers.map(String));
  const tails = unique([...own, ...shared].map((number) => number.slice(-LOCAL_DIGITS)));
  const ownTails = [...own].map((number) => number.slice(-LOCAL_DIGITS));
  const names = { fullNames, rotations, wholeNames, parts, lastNames };
  return { ...names, bareDocuments, documentSpellings, mails, ids, own, shared, tails, ownTails };
}

export function createMatcher(known: PersonIdentifiers): PersonMatcher {
  const { fullNames, rotations, wholeNames, parts, lastNames, ...others } = spell(known);
  const { bareDocuments, documentSpellings, mails, ids, own, shared, tails, ownTails } = others;

  /** Rows are often rejected because of a missing area code. */
  const hasCellWithTail = (text: string) =>
    text.split(CELL_SEPARATOR).some((cell) => ownTails.some((tail) => digitsOf(cell).endsWith(tail)));
  const hasDocument = (text: string, folded: string) => {
    const bare = text.replace(BETWEEN_DIGITS, '');
    return (
      [...documentSpellings, ...ids].some((part) => containsWord(folded, part)) ||
      bareDocuments.some((part) => containsWord(bare, part))
    );
  };
  const namedBy: PersonMatcher['namedBy'] = (text, shape) => {
    const folded = fold(text);
    const plain = folded.replace(WORDS, ' ');
    if (hasDocument(text, folded)) return 'document';
    if (hasNumber(text, own) || (shape === 'row' && hasCellWithTail(text))) return 'number';
    if (mails.some((mail) => containsWord(folded, mail))) return 'email';
    const isNamed =
      shape === 'row'
        ? wholeNames.some((words) => words.every((word) => containsWord(plain, word)))
        : rotations.some((rotation) => containsWord(plain, rotation));
    return isNamed ? 'name' : null;
  };
  const possiblyNamedBy: PersonMatcher['possiblyNamedBy'] = (text) => {
    if (hasNumber(text, shared)) return 'sharedNumber';
    if (hasNumberTail(text, tails)) return 'endOfNumber';
    const lines = text.split('\n').map((line) => fold(line).replace(WORDS, ' '));
    const hasTwo = (line: string) =>
      parts.some((words) => unique(words.filter((word) => containsWord(line, word))).length > 1);
    if (lines.some(hasTwo)) return 'partOfName';
    return lines.some((line) => lastNames.some((words) => words.every((word) => containsWord(line, word))))
      ? 'lastName'
      : null;
  };
  return {
    namedBy,
    possiblyNamedBy,
    mentions: (text) => (namedBy(text, 'text') ?? possiblyNamedBy(text)) !== null,
    certainParts: [
      // Groups of three digits stay together, whatever the separator.
      ...unique(bareDocuments).map((document) => groupThousands(document, ' ').split(' ')),
      ...[...mails, ...ids].map((part) => [part]),
      ...[...own].map((number) => [number.slice(-4)]),
      ...fullNames.flatMap((name) => spellingsOf(wordsOf(name), name)),
    ],
    possibleParts: [...tails.map((tail) => [tail.slice(-4)]), ...parts.flatMap(pairsOf), ...lastNames],
    exportParts: [
      ...documentSpellings,
      ...mails,
      ...[...own].flatMap((number) => [number, fold(formatPhone(number))]),
      ...rotations,
    ],
  };
}
