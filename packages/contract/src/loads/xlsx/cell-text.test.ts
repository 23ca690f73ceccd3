import { describe, expect, test } from 'vitest';
import { cellText, type CellKind } from './cell-text.ts';
import { parseNumberFormat } from './number-formats.ts';

const TEXTS = ['Ana', ' 0011 ', "'+54 9 11", "'Ndrangheta"];
const rules = {
  texts: { get: (index: number) => TEXTS[index] ?? '' },
  looks: ['plain', 'day', 8] as const,
  is1904: false,
};
const PLAIN = 0;
const DAY = 1;
const EIGHT = 2;

describe('the text of a cell', () => {
  test.each<[CellKind, string | number, number, string]>([
    // Numbers as they are, however they are stored.
    ['n', 1155501234, PLAIN, '1155501234'],
    ['n', '1.155501234E9', PLAIN, '1155501234'],
    ['n', '1.15550123E9', PLAIN, '1155501230'],
    ['n', '5.49115550123E+12', PLAIN, '5491155501230'],
    ['n', '30111222.0', PLAIN, '30111222'],
    ['n', '30111222.000000004', PLAIN, '30111222'],
    ['n', '0.1', PLAIN, '0,1'],
    ['n', '1.1000000000000001', PLAIN, '1,1'],
    ['n', '-5', PLAIN, '-5'],
    ['n', '-0', PLAIN, '0'],
    ['n', ' 7 ', PLAIN, '7'],
    ['n', 'algo', PLAIN, 'algo'],
    ['n', 7, 99, '7'],
    // Filled up with zeros, as the sheet shows them.
    ['n', 1234567, EIGHT, '01234567'],
    ['n', 123456789, EIGHT, '123456789'],
    ['n', '-5', EIGHT, '-5'],
    // Days: the calendar of 1900 has a 29th of February that never was.
    ['n', 1, DAY, '01-01-1900'],
    ['n', 59, DAY, '28-02-1900'],
    ['n', 60, DAY, '29-02-1900'],
    ['n', 61, DAY, '01-03-1900'],
    ['n', 29366, DAY, '25-05-1980'],
    ['n', '29366.75', DAY, '25-05-1980'],
    ['n', '29365.9999999999', DAY, '25-05-1980'],
    ['n', '2.9366E4', DAY, '25-05-1980'],
    ['n', 2958465, DAY, '31-12-9999'],
    ['n', 2958466, DAY, '2958466'],
    ['n', '-1', DAY, '-1'],
    ['n', 0, DAY, ''],
    ['d', '1980-05-25', PLAIN, '25-05-1980'],
    ['d', '1980-05-25T00:00:00.000', PLAIN, '25-05-1980'],
    // Texts.
    ['s', 0, PLAIN, 'Ana'],
    ['s', 1, PLAIN, ' 0011 '],
    ['s', 99, PLAIN, ''],
    ['s', 'x', PLAIN, ''],
    ['s', 2, PLAIN, '+54 9 11'],
    ['s', 3, PLAIN, "'Ndrangheta"],
    ['inlineStr', '0011', PLAIN, '0011'],
    ['str', 'a_x000D_b', PLAIN, 'a\rb'],
    ['str', '_x0000_', PLAIN, '\uFFFD'],
    ['b', 1, PLAIN, 'VERDADERO'],
    ['b', '0', PLAIN, 'FALSO'],
    ['e', '#N/A', PLAIN, ''],
    ['n', '', DAY, ''],
  ])('%s %s with style %i is «%s»', (kind, raw, style, text) => {
    expect(cellText(kind, raw, style, rules)).toBe(text);
  });

  test.each([
    [0, '01-01-1904'],
    [27904, '25-05-1980'],
  ])('day %i counted from 1904 is %s', (raw, text) => {
    expect(cellText('n', raw, DAY, { ...rules, is1904: true })).toBe(text);
  });
});

test.each([
  ['dd/mm/yyyy', 'day'],
  ['d\\-m\\-yy;@', 'day'],
  ['[$-2C0A]dddd, d "de" mmmm "de" yyyy', 'day'],
  ['mmm', 'day'],
  ['yyyy-mm-dd hh:mm', 'day'],
  ['hh:mm:ss', 'plain'],
  ['[h]:mm', 'plain'],
  ['mm:ss', 'plain'],
  ['General', 'plain'],
  ['0', 'plain'],
  ['00000000', 8],
  ['#,##0.00_d', 'plain'],
  ['"día" 0', 'plain'],
  ['[Red]0.00', 'plain'],
  ['0;-0;"d"', 'plain'],
  ['@', 'plain'],
])('the format %s shows numbers as %s', (code, look) => {
  expect(parseNumberFormat(code)).toBe(look);
});
