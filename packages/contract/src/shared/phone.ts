import { AREA_CODES } from './area-codes.ts';

/**
 * Reading a phone in any Argentine notation (decisions 7). A national number has ten digits: area code (2 to 4) and subscriber.
 * Abroad a 9 after 54 marks a mobile, at home a 15 after the area code; no area code begins with 0, 15, 54 or 9, so taking
 * those away is never ambiguous. How a number is shown stands in phone-number.ts.
 */
export interface Phone {
  /** Ten digits. */
  number: string;
  /** A 9 or a 15 was seen. Without either nobody can tell: numbers are portable. */
  mobile: boolean;
}

const BLANK = 32;
const ZERO = 48;
const NINE = 57;
const NATIONAL = 10;
/** 00 54 9 + four of area + 15 + six: more digits than this are two numbers in one cell, or none. */
const MOST_DIGITS = 18;

/** One byte per number below 10,000: is it an area code? Codes of two, three and four digits cannot be confused. */
const isAreaCode = new Uint8Array(10_000);
for (const code of AREA_CODES) isAreaCode[Number(code)] = 1;

function beginsWithArea(digits: string): boolean {
  const two = (digits.charCodeAt(0) - ZERO) * 10 + digits.charCodeAt(1) - ZERO;
  const three = two * 10 + digits.charCodeAt(2) - ZERO;
  const four = three * 10 + digits.charCodeAt(3) - ZERO;
  return isAreaCode[two] === 1 || isAreaCode[three] === 1 || isAreaCode[four] === 1;
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

/** '' when there are none, too many, or when a spreadsheet has lost some. */
function digitsOf(text: string): string {
  if (isAllDigits(text)) return text.length <= MOST_DIGITS ? text : '';
  const last = text.charCodeAt(text.length - 1);
  const whole = (last === ZERO || last <= BLANK) && DECIMAL_TAIL.test(text) ? text.replace(/[.,]0+\s*$/, '') : text;
  let digits = '';
  let runStart = -1;
  for (let at = 0; at <= whole.length; at += 1) {
    const code = whole.charCodeAt(at);
    if (isDigit(code)) {
      if (runStart === -1) runStart = at;
    } else if (runStart !== -1) {
      if ((code === 69 || code === 101) && EXPONENT.test(text)) return '';
      digits += whole.slice(runStart, at);
      runStart = -1;
    }
  }
  return digits.length <= MOST_DIGITS ? digits : '';
}

/** Where the 15 of a twelve-digit notation stands, or -1. Checked against all codes: never two places. */
function placeOf15(digits: string): number {
  for (let at = 2; at <= 4; at += 1) {
    if (digits.startsWith('15', at) && isAreaCode[Number(digits.slice(0, at))] === 1) return at;
  }
  return -1;
}

/** `defaultArea`: the area of a number written without one, known only from elsewhere (the row's district is CABA: 11). */
export function normalisePhone(text: string, defaultArea?: string): Phone | null {
  let digits = digitsOf(text);
  // Most rows of most files: nothing to take away.
  if (digits.length === NATIONAL && beginsWithArea(digits)) return { number: digits, mobile: false };

  let mobile = false;
  if (digits.startsWith('00')) digits = digits.slice(2);
  if (digits.length > NATIONAL && digits.startsWith('54')) digits = digits.slice(2);
  if (digits.startsWith('0')) digits = digits.slice(1);
  if ((digits.length === 11 || digits.length === 13) && digits.startsWith('9')) {
    digits = digits.slice(1);
    mobile = true;
  }
  if (digits.length === 12) {
    const at = placeOf15(digits);
    if (at === -1) return null;
    digits = digits.slice(0, at) + digits.slice(at + 2);
    mobile = true;
  }
  if (defaultArea) {
    const subscriber = NATIONAL - defaultArea.length;
    if (digits.length === subscriber) digits = defaultArea + digits;
    else if (digits.length === subscriber + 2 && digits.startsWith('15')) {
      digits = defaultArea + digits.slice(2);
      mobile = true;
    }
  }
  return digits.length === NATIONAL && beginsWithArea(digits) ? { number: digits, mobile } : null;
}
