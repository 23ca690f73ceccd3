import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AREA_CODES } from './area-codes.ts';
import { normalisePhone } from './phone.ts';

describe('a phone in Argentine notation', () => {
  test.each([
    ['+54 9 11 5555-1234', '1155551234', true],
    ['+54 11 5555 1234', '1155551234', false],
    ['0054 9 11 5555 1234', '1155551234', true],
    ['5491155551234', '1155551234', true],
    ['011 15 5555-1234', '1155551234', true],
    ['11 15 5555 1234', '1155551234', true],
    ['54 0 11 15 5555 1234', '1155551234', true],
    ['+54 9 11 15 5555 1234', '1155551234', true],
    ['(011) 4555-1234', '1145551234', false],
    ['1145551234', '1145551234', false],
    ['0341 15 555 1234', '3415551234', true],
    ['+54 9 341 5551234', '3415551234', true],
    ['02966 15 55 1234', '2966551234', true],
    ['+54 9 2966 551234', '2966551234', true],
    ['tel. 011-4555-1234', '1145551234', false],
    ['\u202a+54 9 11 5555‑1234\u202c', '1155551234', true],
    ['1155551234.0', '1155551234', false],
    ['1155551230,00', '1155551230', false],
    ['11.5555.0000', '1155550000', false],
    ['="1155551234"', '1155551234', false],
  ])('%s is %s', (written, number, mobile) => {
    expect(normalisePhone(written)).toEqual({ number, mobile });
  });

  test.each([
    '15 5555 1234',
    '5555-1234',
    '0800 555 1234',
    '0810-222-1234',
    '555123',
    '1.15555E+09',
    '1,15555e9',
    '',
    '   ',
    'no tiene',
    '1155551234 / 1155554321',
    '11555512345',
    '+1 212 555 1234',
    '0000000000',
    '9999999999',
    '115555123',
    '5411555512',
    '011 555-1234',
    '0221 555-123',
    '0011555512',
  ])('%s is no number one can call', (written) => {
    expect(normalisePhone(written)).toBeNull();
  });

  test('a cell of nothing but digits is no number one can call', () => {
    expect(normalisePhone('1'.repeat(100_000))).toBeNull();
    expect(normalisePhone('1 '.repeat(100_000))).toBeNull();
  });

  test.each([
    ['15 5555 1234', { number: '1155551234', mobile: true }],
    ['5555-1234', { number: '1155551234', mobile: false }],
    ['(0341) 555-1234', { number: '3415551234', mobile: false }],
    ['0800 555 1234', null],
    ['555123', null],
    ['1.15555E+09', null],
  ])('%s with 11 as default area', (written, phone) => {
    expect(normalisePhone(written, '11')).toEqual(phone);
  });

  test('a default area of another length takes its own kind of subscriber', () => {
    expect(normalisePhone('55-1234', '2966')).toEqual({ number: '2966551234', mobile: false });
    expect(normalisePhone('15 55-1234', '2966')).toEqual({ number: '2966551234', mobile: true });
    expect(normalisePhone('5555-1234', '2966')).toBeNull();
  });
});

test('the table holds 300 codes, none that would make taking prefixes away ambiguous', () => {
  expect(AREA_CODES).toHaveLength(300);
  expect(new Set(AREA_CODES).size).toBe(300);
  expect(AREA_CODES.filter((code) => !/^(11|[23]\d{2,3})$/.test(code))).toEqual([]);
});

/** Each way people write the same line; whether it says that it is a mobile. */
const NOTATIONS: readonly [(area: string, subscriber: string) => string, boolean][] = [
  [(area, subscriber) => area + subscriber, false],
  [(area, subscriber) => `0${area}${subscriber}`, false],
  [(area, subscriber) => `54${area}${subscriber}`, false],
  [(area, subscriber) => `0054${area}${subscriber}`, false],
  [(area, subscriber) => `549${area}${subscriber}`, true],
  [(area, subscriber) => `9${area}${subscriber}`, true],
  [(area, subscriber) => `0${area}15${subscriber}`, true],
  [(area, subscriber) => `54${area}15${subscriber}`, true],
  [(area, subscriber) => `549${area}15${subscriber}`, true],
];

test('every notation of every area gives back the same ten digits', () => {
  const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '(', ')', '/');
  fc.assert(
    fc.property(
      fc.constantFrom(...AREA_CODES),
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.constantFrom(...NOTATIONS),
      fc.array(separator, { minLength: 20, maxLength: 20 }),
      (area, number, [write, mobile], separators) => {
        const subscriber = String(number)
          .padStart(8, '0')
          .slice(area.length - 2);
        const written = write(area, subscriber)
          .split('')
          .map((digit, at) => digit + (separators[at] ?? ''))
          .join('');
        // ".0" at the very end of plain digits is what a spreadsheet adds, so no separators make a claim there.
        fc.pre(!/^\d+[.,]0+\s*$/.test(written));
        expect(normalisePhone(written)).toEqual({ number: area + subscriber, mobile });
      },
    ),
    { numRuns: 2000 },
  );
});

test('whatever comes, it is null or ten digits, and those are read as themselves', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(undefined, '11', '341'), (text, area) => {
      const phone = normalisePhone(text, area);
      if (phone === null) return;
      expect(phone.number).toMatch(/^[1-9]\d{9}$/);
      expect(normalisePhone(phone.number, area)).toEqual({ number: phone.number, mobile: false });
    }),
  );
});
