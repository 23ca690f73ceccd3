import { AREA_CODES } from './area-codes.ts';

// Ten digits: area code (2 to 4) and subscriber. A 9 after 54, or a 15 after the area code, marks a mobile (else it is unknown: numbers
// are portable); no area code begins with 0, 15, 54 or 9, so removing these is unambiguous.
export type Phone = { number: string; mobile: boolean };

const BLANK = 32;
const ZERO = 48;
const NINE = 57;
const NATIONAL = 10;
/** 00 54 9 + four of area + 15 + six; more digits are two numbers, or none. */
const MOST_DIGITS = 18;
/** Added to a callable number that is a mobile's. */
const MOBILE = 10_000_000_000;
const NONE = 0;

/** One byte per number below 10,000: is it an area code? Codes of two, three and four digits cannot be confused. */
const isAreaCode = new Uint8Array(10_000);
for (const code of AREA_CODES) isAreaCode[Number(code)] = 1;

/** Ten digits, the first no 0, that begin with an area code. */
const isNational = (number: number) =>
  number >= 1_000_000_000 &&
  (isAreaCode[Math.trunc(number / 100_000_000)] === 1 ||
    isAreaCode[Math.trunc(number / 10_000_000)] === 1 ||
    isAreaCode[Math.trunc(number / 1_000_000)] === 1);

function asNumber(digits: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + digits[at]!;
  return value;
}

/** Digits before the 15 of a twelve-digit notation, or -1; unique for all area codes. */
function placeOf15(digits: Uint8Array, from: number): number {
  for (let length = 2; length <= 4; length += 1) {
    const at = from + length;
    if (digits[at] === 1 && digits[at + 1] === 5 && isAreaCode[asNumber(digits, from, at)] === 1) return length;
  }
  return -1;
}

// The number of the first `count` digits, plus MOBILE for a mobile; 0 for none. The array is reused, since it runs for every row of a
// file: digits of an earlier row behind `count` do no harm, as the length is checked at the end.
function callable(digits: Uint8Array, count: number, defaultArea?: string): number {
  // Most rows of most files: nothing to take away.
  if (count === NATIONAL) {
    const number = asNumber(digits, 0, NATIONAL);
    if (isNational(number)) return number;
  }
  let from = 0;
  let mobile = 0;
  if (digits[0] === 0 && digits[1] === 0) from = 2;
  if (count - from > NATIONAL && digits[from] === 5 && digits[from + 1] === 4) from += 2;
  if (digits[from] === 0) from += 1;
  if ((count - from === 11 || count - from === 13) && digits[from] === 9) {
    from += 1;
    mobile = MOBILE;
  }
  if (count - from === 12) {
    const area = placeOf15(digits, from);
    if (area === -1) return NONE;
    digits.copyWithin(from + 2, from, from + area);
    from += 2;
    mobile = MOBILE;
  }
  let before = 0;
  let length = count - from;
  if (defaultArea) {
    const subscriber = NATIONAL - defaultArea.length;
    if (length === subscriber + 2 && digits[from] === 1 && digits[from + 1] === 5) {
      from += 2;
      length -= 2;
      mobile = MOBILE;
    }
    if (length === subscriber) {
      before = Number(defaultArea) * 10 ** subscriber;
      length = NATIONAL;
    }
  }
  if (length !== NATIONAL) return NONE;
  const number = before + asNumber(digits, from, count);
  return isNational(number) ? number + mobile : NONE;
}

const isDigit = (code: number) => code >= ZERO && code <= NINE;

/** Without a pattern: this runs for every row of a file. */
export function isAllDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (!isDigit(text.charCodeAt(at))) return false;
  return text !== '';
}

/** What a spreadsheet did to a number: 1155551234.0 keeps its digits, 1.15555E+09 has lost them. */
const DECIMAL_TAIL = /^\s*\+?\d+[.,]0+\s*$/;
const EXPONENT = /\d[eE][+-]?\d/;

/** How many digits were written to `into`: 0 for none, too many, or if a spreadsheet lost some. */
function gatherDigits(text: string, into: Uint8Array): number {
  const last = text.charCodeAt(text.length - 1);
  const whole = (last === ZERO || last <= BLANK) && DECIMAL_TAIL.test(text) ? text.replace(/[.,]0+\s*$/, '') : text;
  let count = 0;
  let wasDigit = false;
  for (let at = 0; at < whole.length; at += 1) {
    const code = whole.charCodeAt(at);
    if (isDigit(code)) {
      if (count === MOST_DIGITS) return 0;
      into[count++] = code - ZERO;
      wasDigit = true;
    } else {
      if (wasDigit && (code === 69 || code === 101) && EXPONENT.test(text)) return 0;
      wasDigit = false;
    }
  }
  return count;
}

const scratch = new Uint8Array(MOST_DIGITS);

/** `defaultArea`: for a number without area code whose place is known. */
export function normalisePhone(text: string, defaultArea?: string): Phone | null {
  const found = callable(scratch, gatherDigits(text, scratch), defaultArea);
  if (found === NONE) return null;
  return found >= MOBILE ? { number: String(found - MOBILE), mobile: true } : { number: String(found), mobile: false };
}
