import { formatPhone } from '@campanero/contract/shared/numbers';
import { normalisePhone } from '@campanero/contract/shared/phone';
import { fold } from '@campanero/contract/shared/text';
import type { ErasedWords } from '../../call-store/write/index.ts';

/** By what a text names the person; a given name alone names nobody. */
type PersonWords = Pick<ErasedWords, 'names' | 'documents' | 'emails' | 'numbers' | 'orionIds'>;

export interface PersonMatcher {
  /** Whether a text names the person: document, mail, whole name in either order, or number in any notation. */
  names: (text: string) => boolean;
  /**
   * Patterns of SQL's `like`, of which a folded text that names the person fits at least one; for a look by the database before
   * `names`. The last four digits stand for a number, since every notation keeps them together.
   */
  likes: string[];
  /** Parts as the product itself writes them into files, for looking through large ones. */
  written: string[];
}

const DOCUMENT_MIN = 6;
const WORDS = /[^\p{L}\p{N}@.+]+/gu;
const PHONE_LIKE = /\+?\(?\d[\d\s().-]{6,}\d/g;

/** 30123456 -> 30.123.456 */
const dotted = (document: string) => document.replace(/\B(?=(\d{3})+(?!\d))/g, '.');

/** "ana maria diaz" is also written "diaz ana maria": the names as first and last could be cut anywhere. */
function ordersOf(name: string): string[] {
  const words = fold(name).replace(WORDS, ' ').trim().split(' ');
  if (words.length < 2) return [];
  return words.map((_word, cut) => [...words.slice(cut), ...words.slice(0, cut)].join(' '));
}

export function createMatcher({ names, documents, emails, numbers, orionIds }: PersonWords): PersonMatcher {
  const orders = names.flatMap(ordersOf);
  const papers = documents
    .filter((document) => document.length >= DOCUMENT_MIN)
    .flatMap((document) => [document, dotted(document)].map((each) => fold(each)));
  const mails = emails.map((email) => fold(email));
  const ids = orionIds.map((id) => fold(id));
  const wanted = new Set(numbers.map(String));
  const isWhole = (text: string, part: string) => {
    for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
      const around = `${text[at - 1] ?? ' '}${text[at + part.length] ?? ' '}`;
      if (!/[\p{L}\p{N}]/u.test(around)) return true;
    }
    return false;
  };
  const hasNumber = (text: string) =>
    wanted.size > 0 &&
    [...text.matchAll(PHONE_LIKE)].some(([found]) => {
      const digits = found.replace(/\D/g, '');
      return wanted.has(digits.slice(-10)) || wanted.has(normalisePhone(found)?.number ?? '');
    });
  return {
    names: (text) => {
      const folded = fold(text);
      const plain = folded.replace(WORDS, ' ');
      return (
        [...papers, ...ids, ...mails].some((part) => isWhole(folded, part)) ||
        orders.some((order) => isWhole(plain, order)) ||
        hasNumber(text)
      );
    },
    likes: [
      ...[...papers, ...mails, ...ids, ...numbers.map((number) => String(number).slice(-4))].map((part) => [part]),
      ...orders.map((order) => order.split(' ')),
    ].map((parts) => `%${parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%')}%`),
    written: [
      ...papers,
      ...mails,
      ...numbers.flatMap((number) => [String(number), fold(formatPhone(number))]),
      ...orders,
    ],
  };
}
