import { isAllDigits } from '../../shared/phone.ts';
import { memoize } from '../csv/memoize.ts';
import { undoNeutralise } from '../csv/write-csv.ts';
import type { NumberFormat } from './number-formats.ts';
import { type TextTable, unescapeText } from './shared-strings.ts';

/** `is1904`: days are counted from 1904 instead of 1900. */
export type CellRules = { texts: TextTable; looks: readonly NumberFormat[]; is1904: boolean };

/** What a cell says of itself in `t`: number (also without one), shared text, text within the cell, formula's text, boolean, error, ISO day. */
export type CellKind = 'n' | 's' | 'inlineStr' | 'str' | 'b' | 'e' | 'd';

/** A spreadsheet keeps fifteen digits; what is behind them is how binary fractions are written. */
const DIGITS = 15;
const DAY_MS = 86_400_000;
const HALF_SECOND = 0.5 / 86_400;
/** 31-12-9999. */
const LAST_DAY = 2_958_465;

/** The text that a Spanish spreadsheet would write into a CSV, except that days have no hour and errors (#N/A) are empty. */
export function cellText(kind: CellKind, raw: string | number, style: number, rules: CellRules): string {
  if (raw === '') return '';
  switch (kind) {
    case 's':
      return asWritten(rules.texts.get(Number(raw)));
    case 'inlineStr':
    case 'str':
      return asWritten(unescapeText(String(raw)));
    case 'b':
      return ['1', 'true'].includes(String(raw).trim()) ? 'VERDADERO' : 'FALSO';
    case 'e':
      return '';
    case 'd':
      return isoDay(String(raw));
    default:
      return numberText(raw, rules.looks[style] ?? 'plain', rules.is1904);
  }
}

/** Undoes the marks of our own files of rejected rows, which a workbook keeps. */
const asWritten = (text: string) => (text.charCodeAt(0) === 39 ? undoNeutralise(text) : text);

function numberText(raw: string | number, look: NumberFormat, is1904: boolean): string {
  // Nearly all numbers: phones and documents.
  if (look === 'plain' && typeof raw === 'number') return String(raw);
  if (look === 'day') return is1904 ? dayFrom1904(String(raw)) : dayFrom1900(String(raw));
  const written = String(raw).trim();
  const value = Number(written);
  if (!Number.isFinite(value)) return written;
  const text = plainNumber(value);
  return typeof look === 'number' && value >= 0 && isAllDigits(text) ? text.padStart(look, '0') : text;
}

/** Without exponent; a decimal comma, as in Spanish. */
function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS));
  const text = Math.abs(rounded) < 1e21 && Number.isInteger(rounded) ? rounded.toFixed(0) : String(rounded);
  return text === '-0' ? '0' : text.replace('.', ',');
}

/** Birthdays repeat, and working one out takes longer than the rest of its cell. */
const dayFrom1900 = memoize((raw) => dayText(Number(raw), false) ?? numberText(raw, 'plain', false));
const dayFrom1904 = memoize((raw) => dayText(Number(raw), true) ?? numberText(raw, 'plain', true));

/** Undefined: no day of any calendar. Zero is what a formula makes of an empty cell. */
function dayText(serial: number, is1904: boolean): string | undefined {
  const day = Math.floor(serial + HALF_SECOND);
  if (!(day >= 0 && day <= LAST_DAY)) return undefined;
  if (is1904) return dayAfter(Date.UTC(1904, 0, 1), day);
  if (day === 0) return '';
  // Day 60 is 29-02-1900, which never was: kept so that no other day is taken for it.
  if (day === 60) return '29-02-1900';
  return dayAfter(Date.UTC(1899, 11, day < 60 ? 31 : 30), day);
}

const dayAfter = (start: number, days: number) => isoDay(new Date(start + days * DAY_MS).toISOString());

const isoDay = (text: string) => text.trim().replace(/^(\d{4})-(\d\d)-(\d\d)(?:T.*)?$/, '$3-$2-$1');
