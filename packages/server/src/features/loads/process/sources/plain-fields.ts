import { daysIn } from '@campanero/contract/loads/csv/field-rules';
import { MOST_DIGITS } from '@campanero/contract/shared/phone';

/**
 * The rules of field-rules.ts and phone.ts for cells in the notations of most files, on bytes. Whatever they do not know they
 * leave to those: each says so instead of judging.
 */
const BLANK = 32;
const ZERO = 48;
const NINE = 57;
const DASH = 45;
const POINT = 46;
const SLASH = 47;
const DELETE = 127;
/** The first byte of À to ÿ. */
export const ACCENTED = 0xc3;

const isDigit = (byte: number) => byte >= ZERO && byte <= NINE;

/** What stands between the digits of a phone and means nothing. */
const isBetweenDigits = Uint8Array.from({ length: 256 }, (_, byte) =>
  ' -()+/'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** How many digits of a phone went into `into`; -1: to be read by normalisePhone(). */
export function plainDigits(bytes: Uint8Array, start: number, end: number, into: Uint8Array): number {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (isDigit(byte)) {
      if (count === MOST_DIGITS) return -1;
      into[count++] = byte - ZERO;
    } else if (isBetweenDigits[byte] === 0) return -1;
  }
  return count;
}

/** A document's digits, its points left out, as letters into `into`: how many, at most `most`; -1: for readDocument(). */
export function plainDocument(bytes: Uint8Array, start: number, end: number, into: Uint8Array, most: number): number {
  // 20123456.0 is a spreadsheet's.
  if (end - start > 1 && bytes[end - 2] === POINT) return -1;
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (isDigit(byte) && count < most) into[count++] = byte;
    else if (byte !== POINT) return -1;
  }
  return count > 0 || start === end ? count : -1;
}

const figure = (bytes: Uint8Array, start: number, end: number) => {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    if (!isDigit(bytes[at]!)) return Number.NaN;
    value = value * 10 + bytes[at]! - ZERO;
  }
  return value;
};

/** A date as a figure, 19801231; 0 for an empty cell, -1: for readDate(). */
export function plainDate(bytes: Uint8Array, start: number, end: number): number {
  if (start === end) return 0;
  const first = isDigit(bytes[start + 1]!) ? start + 2 : start + 1;
  const second = isDigit(bytes[first + 2]!) ? first + 3 : first + 2;
  if ((bytes[first] !== DASH && bytes[first] !== SLASH) || bytes[second] !== bytes[first]) return -1;
  if (end !== second + 5) return -1;
  const day = figure(bytes, start, first);
  const month = figure(bytes, first + 1, second);
  const year = figure(bytes, second + 1, end);
  return year >= 1900 && day >= 1 && day <= daysIn(year, month) ? year * 10_000 + month * 100 + day : -1;
}

/** tidy() would change nothing, for certain. */
export function isTidy(bytes: Uint8Array, start: number, end: number): boolean {
  let before = BLANK;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === BLANK ? before === BLANK : byte < BLANK || byte === DELETE) return false;
    // The second byte of an accented letter is never one of the above.
    if (byte > DELETE && byte !== ACCENTED && before !== ACCENTED) return false;
    before = byte;
  }
  return start === end || before !== BLANK;
}

const LETTER = 1;
const DIGIT = 2;
const HYPHEN = 3;
const LOCAL_ONLY = 4;
const emailKind = Uint8Array.from({ length: 128 }, (_, byte) => {
  const sign = String.fromCharCode(byte);
  if (/[A-Za-z]/.test(sign)) return LETTER;
  if (/[0-9]/.test(sign)) return DIGIT;
  return sign === '-' ? HYPHEN : '_+'.includes(sign) ? LOCAL_ONLY : 0;
});
const AT_SIGN = 64;

/** An address of words between points, as most are; what is none by this may be one by EMAIL. */
export function isPlainEmail(bytes: Uint8Array, start: number, end: number): boolean {
  let word = start;
  let host = 0;
  let isLettersOnly = true;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    const kind = byte < 128 ? emailKind[byte]! : 0;
    if (kind === 0) {
      const isAt = byte === AT_SIGN && host === 0;
      if (at === word || (byte !== POINT && !isAt)) return false;
      word = at + 1;
      if (isAt) host = word;
      isLettersOnly = true;
    } else {
      if (host > 0 && (kind === LOCAL_ONLY || (kind === HYPHEN && at === word))) return false;
      isLettersOnly &&= kind === LETTER;
    }
  }
  return host > 0 && word > host && isLettersOnly && end - word > 1;
}
