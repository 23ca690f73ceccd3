import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordScanner } from './record-scanner.ts';
import { csvLine, neutralise, FORMULA_START, undoNeutralise } from './write-csv.ts';

test.each([
  [['a', 'b'], 'a;b\r\n'],
  [['a;b', 'c'], '"a;b";c\r\n'],
  [['dice "hola"'], '"dice ""hola"""\r\n'],
  [['dos\nlíneas', ''], '"dos\nlíneas";\r\n'],
  [['+54 9 11 5555-1234', '=1+1'], "'+54 9 11 5555-1234;'=1+1\r\n"],
  [['-5', '@SUM(A1)'], "'-5;'@SUM(A1)\r\n"],
  [['\t=1', '\r=1'], '\'\t=1;"\'\r=1"\r\n'],
  [['  =1', '\u00a0=1'], "'  =1;'\u00a0=1\r\n"],
  [['＝1', '＋1', '－1', '＠1'], "'＝1;'＋1;'－1;'＠1\r\n"],
  [['﹦1', '﹢1', '﹣1', '﹫1', '−1', '⁺1'], "'﹦1;'﹢1;'﹣1;'﹫1;'−1;'⁺1\r\n"],
  [['\u200b=1', '\ufeff+1', '\u202e-1', '\u2060@1'], "'\u200b=1;'\ufeff+1;'\u202e-1;'\u2060@1\r\n"],
  [['\u3164=1', '\u2800=1', '\u00ad=1', '\u0001=1'], "'\u3164=1;'\u2800=1;'\u00ad=1;'\u0001=1\r\n"],
  [['\u200bAna', '\u2800', '5 = 5', 'a@b.ar'], '\u200bAna;\u2800;5 = 5;a@b.ar\r\n'],
  [["'=1", "O'Brien", "'Ndrangheta"], "''=1;O'Brien;'Ndrangheta\r\n"],
  [[''], '""\r\n'],
])('%o is written %s', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

const hostileCell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', ';', ',', '\t', '\r', '\n', "'", '=', '+', '-', '@', ' ', 'a', 'ñ', '\u00a0'),
  }),
  fc.string({
    unit: fc.constantFrom("'", '\u200b', '\ufeff', '\u202e', '\u3164', '\u2800', '＝', '﹢', '−', '@', 'a'),
  }),
);

test('every character that is not seen is passed over, and no other', () => {
  const runs = new RegExp(FORMULA_START, 'u');
  const isUnseen = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
  const differing = [];
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    const sign = String.fromCodePoint(code);
    // A sign that runs by itself, or the apostrophe, tells nothing of what stands behind it.
    if (/['=+@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−-]/.test(sign)) continue;
    if (runs.test(`${sign}=`) !== isUnseen.test(sign)) differing.push(code.toString(16));
  }
  expect(differing).toEqual([]);
});

test('making harmless is undone exactly', () => {
  fc.assert(fc.property(hostileCell, (cell) => undoNeutralise(neutralise(cell)) === cell));
  expect(neutralise('=1').startsWith("'")).toBe(true);
});

test('written cells are read back unchanged', () => {
  fc.assert(
    fc.property(
      fc.array(hostileCell, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(';', ',', '\t'),
      (cells, delimiter) => {
        const text = csvLine(cells, delimiter) + csvLine(['siguiente'], delimiter);
        const scanner = new RecordScanner(delimiter);
        scanner.load(text, true);
        const next = scanner.next(0);
        const read = Array.from({ length: scanner.count() }, (_, index) => scanner.cell(index));
        expect(read).toEqual(cells);
        expect(scanner.isBroken()).toBe(false);
        expect(text.slice(next)).toBe('siguiente\r\n');
      },
    ),
    { numRuns: 500 },
  );
});
