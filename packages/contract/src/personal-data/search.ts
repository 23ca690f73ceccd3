import { normalisePhone } from '../shared/phone.ts';
import { fold } from '../shared/text.ts';

/** `number`: ten digits, or its first or last ones. `words`: folded; each begins a word of the name, in any order. */
export type PersonSearch = { email: string | null; number: string | null; document: string | null; words: string[] };

const NUMBER_DIGITS_MIN = 4;
const DOCUMENT_DIGITS = { min: 5, max: 11 };
const WORD_MIN = 2;
/** Written before a number, and part of no name. */
const SAID_BEFORE = new Set('dni documento doc cuit cuil tel telefono cel celular nro numero'.split(' '));

/** An @ with text on both sides. Without a regular expression, which would take quadratic time. */
function hasInnerAt(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at !== -1 && at < word.length - 1;
}

/** Reads a mail, a number in any notation, a document, a name in any order, or a name with one of them. Null: too little. */
export function readSearch(text: string): PersonSearch | null {
  const email = text.split(/\s+/).find(hasInnerAt)?.toLowerCase() ?? null;
  const rest = fold(email === null ? text : text.toLowerCase().replace(email, ' '));
  const words = [
    ...new Set(rest.split(/[^\p{L}'’]+/u).filter((word) => word.length >= WORD_MIN && !SAID_BEFORE.has(word))),
  ];
  const digits = rest.replace(/\D/g, '');
  const whole = normalisePhone(rest);
  const isPart = digits.length >= NUMBER_DIGITS_MIN && digits.length <= 10;
  const isDocument = digits.length >= DOCUMENT_DIGITS.min && digits.length <= DOCUMENT_DIGITS.max;
  const number = whole?.number ?? (isPart ? digits : null);
  const document = isDocument ? digits : null;
  const isEmpty = email === null && number === null && document === null && words.length === 0;
  return isEmpty ? null : { email, number, document, words };
}
