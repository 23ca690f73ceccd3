import { PERSON_FIELDS, type PersonFieldName } from '../../contacts/person-fields.ts';
import { isAllDigits } from '../../shared/phone.ts';
import { letters } from './columns.ts';
import { memoize } from './memoize.ts';

// Rules of single fields. Each takes the raw cell and returns the value to store, null for none, undefined for an invalid one.

const limitOf = (name: PersonFieldName) => PERSON_FIELDS.find((field) => field.name === name)!.limit;
const DOCUMENT_LIMIT = limitOf('document');
const EMAIL_LIMIT = limitOf('email');

/** Invisible characters from copied text are removed; tabs and line ends become blanks. */
const MARKS = /\p{Cf}+/gu;
const BLANKS = /[\s\p{Cc}]+/gu;
/** ASCII and letters of European languages, which need no tidying. */
const isPlain = (code: number) => (code > 0x20 && code < 0x7f) || (code > 0xad && code < 0x600);

/** Removes outer blanks, repeated blanks and invisible characters. */
export function tidy(text: string): string {
  const last = text.length - 1;
  if (last < 0) return text;
  let isTidy = text.charCodeAt(0) !== 0x20 && text.charCodeAt(last) !== 0x20;
  for (let at = 0; isTidy && at <= last; at += 1) {
    const code = text.charCodeAt(at);
    isTidy = isPlain(code) || (code === 0x20 && text.charCodeAt(at + 1) !== 0x20);
  }
  return isTidy ? text : text.replace(MARKS, '').replace(BLANKS, ' ').trim();
}

const LONGEST_SHOWN = 60;

export function shown(value: string | null | undefined): string {
  const text = tidy(value ?? '');
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

const GENDER_WORDS: Record<'F' | 'M' | 'X', string> = {
  F: 'f fem femenino femenina mujer female',
  M: 'm masc masculino masculina varon hombre male',
  X: 'x nobinario nobinaria nobinarie nobinary otro otra',
};
const genderOf = new Map(
  Object.entries(GENDER_WORDS).flatMap(([gender, words]) =>
    words.split(' ').map((word) => [word, gender as 'F' | 'M' | 'X'] as const),
  ),
);
export const readGender = memoize((cell) => {
  const word = letters(cell);
  return word === '' && tidy(cell) === '' ? null : genderOf.get(word);
});

const WRITTEN_DATE = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/;

/** DD-MM-YYYY or DD/MM/YYYY to YYYY-MM-DD; a day that exists, from 1900 on. */
export const readDate = memoize((cell) => {
  const text = tidy(cell);
  if (text === '') return null;
  const [, day = '', , month = '', year = ''] = WRITTEN_DATE.exec(text) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  // A day that does not exist is an invalid date or becomes another one.
  return year >= '1900' && new Date(date).toJSON()?.startsWith(date) ? date : undefined;
});

/** The same rule as zod's, which the contact page uses: loading zod takes longer than reading thousands of rows. */
export const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export function readEmail(cell: string): string | null | undefined {
  if (isEmail(cell)) return cell;
  const text = tidy(cell);
  if (text === '') return null;
  return isEmail(text) ? text : undefined;
}
const isEmail = (text: string) => text.length <= EMAIL_LIMIT && EMAIL.test(text);

/** 20.123.456, 20 123 456 and a spreadsheet's 20123456.0 are 20123456. */
export function readDocument(cell: string): string | null | undefined {
  if (cell.length <= DOCUMENT_LIMIT && isAllDigits(cell)) return cell;
  const text = tidy(cell);
  if (text === '') return null;
  const whole = /^\d+[.,]0$/.test(text) ? text.slice(0, -2) : text;
  const document = whole.replace(/[.\s]+/g, '').toUpperCase();
  return /^[\p{L}\p{N}/-]+$/u.test(document) && document.length <= DOCUMENT_LIMIT ? document : undefined;
}
