import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { readAll, readText } from '../../../test/read-all.ts';

// Big files on a busy machine; a reader that had become quadratic would still not make it.
vi.setConfig({ testTimeout: 30_000 });

const utf8 = (text: string) => new TextEncoder().encode(text);
const windows1252 = (text: string) => Uint8Array.from(text, (letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0)));
function utf16(text: string, { bigEndian = false, mark = true } = {}): Uint8Array {
  const units = (mark ? `\uFEFF${text}` : text).split('').map((letter) => letter.charCodeAt(0));
  return Uint8Array.from(units.flatMap((unit) => (bigEndian ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])));
}
const glued = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const FILE = 'Teléfono;Nombre\r\n1155551234;Íñigo Núñez\r\n1155554321;José\r\n';
const NAMES = ['Íñigo Núñez', 'José'];

describe('encodings', () => {
  test.each([
    ['utf-8', utf8(FILE)],
    ['utf-8', utf8(`\uFEFF${FILE}`)],
    ['windows-1252', windows1252(FILE)],
    ['utf-16le', utf16(FILE)],
    ['utf-16be', utf16(FILE, { bigEndian: true })],
    ['utf-16le', utf16(FILE, { mark: false })],
    ['utf-16be', utf16(FILE, { mark: false, bigEndian: true })],
  ])('%s is recognised, not asked', (encoding, bytes) => {
    for (const sizes of [[bytes.length], [1], [3, 7]]) {
      const { rows, rejected, shape } = readAll(bytes, sizes);
      expect({ names: rows.map(({ firstName }) => firstName), rejected, encoding: shape?.encoding }).toEqual({
        names: NAMES,
        rejected: [],
        encoding,
      });
    }
  });

  test('the encoding is detected for each line, also late in a file', () => {
    const plain = '1155551234;Ana\n'.repeat(20_000);
    const bytes = glued(
      utf8(`telefono;nombre\n${plain}`),
      windows1252('1155554321;Núñez €\n'),
      utf8('1155554322;Íñigo\n'),
    );
    const { rows, shape } = readAll(bytes, [65_536]);
    expect(rows.slice(-2).map(({ firstName }) => firstName)).toEqual(['Núñez €', 'Íñigo']);
    expect(shape?.encoding).toBe('windows-1252');
  });
});

test('line ends may be mixed', () => {
  const { rows, rejected } = readText(
    'telefono;nombre\r\n1155551230;a\n1155551231;b\r1155551232;"c\rd"\r\n\r\n1155551233;e\r',
  );
  expect(rejected).toEqual([]);
  expect(rows.map(({ line, firstName }) => [line, firstName])).toEqual([
    [2, 'a'],
    [3, 'b'],
    [4, 'c d'],
    [7, 'e'],
  ]);
});

test('a file of old line ends alone is read as it comes', () => {
  const { rows } = readAll(utf8('telefono\r1155551230\r1155551231\r1155551232'), [5]);
  expect(rows.map(({ line }) => line)).toEqual([2, 3, 4]);
});

test('NUL rejects its row alone and reaches no report', () => {
  const { rows, rejected } = readText('telefono;nombre\n1155551230;A\0na\n1155551231;Eva\n\0\n');
  expect(rows.map(({ line }) => line)).toEqual([3]);
  expect(rejected).toEqual([
    { line: 2, reason: 'La línea contiene caracteres nulos.', cells: ['1155551230', 'A\uFFFDna'] },
    { line: 4, reason: 'La línea contiene caracteres nulos.', cells: ['\uFFFD'] },
  ]);
});

describe('size', () => {
  const around = (line: string) => `telefono;nombre\n1155551230;Ana\n${line}\n1155551232;Eva\n`;
  test.each([
    ['a cell of 40,000 characters', '1155551231;' + 'x'.repeat(40_000), 'Una celda excede los 32.767 caracteres.'],
    ['a quoted one', `1155551231;"${'x'.repeat(40_000)}"`, 'Una celda excede los 32.767 caracteres.'],
    ['a cell of 1 MB', '1155551231;' + 'x'.repeat(1_048_576), 'La línea es demasiado larga.'],
    ['a line of 4 MB', '1155551231;' + 'ñ'.repeat(2_000_000), 'La línea es demasiado larga.'],
    ['a million cells', '1155551231' + ';x'.repeat(500_000), 'La línea tiene más celdas que el encabezado.'],
  ])('%s costs its own row', (_, line, reason) => {
    const { rows, rejected } = readAll(utf8(around(line)), [65_536]);
    expect(rows.map((row) => row.line)).toEqual([2, 4]);
    expect(rejected.map((row) => [row.line, row.reason])).toEqual([[3, reason]]);
    expect(rejected[0]!.cells.join('').length).toBeLessThan(50_000);
  });

  test('a line of 4 MB with old line ends does not swallow the next one', () => {
    const long = `telefono\r${'x'.repeat(4_000_000)}\r`;
    const bytes = utf8(`${long}1155551232\r1155551233`);
    for (const size of [65_536, long.length]) {
      const { rows, rejected } = readAll(bytes, [size]);
      expect({ rows: rows.map(({ line }) => line), rejected }).toEqual({
        rows: [3, 4],
        rejected: [{ line: 2, reason: 'La línea es demasiado larga.', cells: [] }],
      });
    }
  });

  test('10,000 columns are read', () => {
    const names = Array.from({ length: 9_999 }, (_, index) => `c${index}`).join(';');
    const { rows, shape } = readText(`telefono;${names}\n1155551234${';x'.repeat(9_999)}\n`);
    expect(rows).toHaveLength(1);
    expect(shape?.ignoredColumns).toHaveLength(9_999);
  });

  test('a file without any line end fails without being kept', () => {
    const { shape } = readAll(new Uint8Array(4_000_000).fill(120), [1_000_000]);
    expect(shape?.failure).toBe('El archivo no es un CSV.');
  });
});

describe('an open quote', () => {
  test('gives up after 1,000 lines or 1 MB, and the lines behind it are rows', () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `11555${String(10_000 + index)};Ana`);
    const { rows, rejected } = readAll(utf8(`telefono;nombre\n1155551234;"Eva\n${lines.join('\n')}`), [4_096]);
    expect(rejected.map(({ line }) => line)).toEqual([2]);
    expect(rows).toHaveLength(3_000);
  });

  test('on every line does not make reading slow', () => {
    const bytes = utf8(`telefono;nombre\n${'1155551234;"Eva\n'.repeat(30_000)}`);
    const { rows, rejected } = readAll(bytes, [65_536]);
    expect(rows.length + rejected.length).toBe(30_000);
  });
});

/** Lines as any editor counts them. */
const physicalLines = (text: string) => text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
const numbersOf = (text: string) => physicalLines(text).flatMap((line, at) => (line.trim() === '' ? [] : [at + 1]));

describe('whatever the bytes are', () => {
  const crumbs = ['1155551234', ';', ';', '\n', '\r\n', '\r', ',', '\t', 'ñ', 'x', ' ', '\0', "'", '=', '\uFEFF', 'é€'];
  const soup = (unit: readonly string[]) =>
    fc.array(fc.constantFrom(...unit), { maxLength: 60 }).map((all) => all.join(''));

  test('without quotes every line that is not blank is one row or one rejected row', () => {
    fc.assert(
      fc.property(soup(crumbs), (body) => {
        const text = `telefono;nombre\n${body}`;
        const { rows, rejected } = readText(text);
        const named = [...rows, ...rejected].map(({ line }) => line).sort((one, other) => one - other);
        expect(named).toEqual(numbersOf(text).slice(1));
      }),
      { numRuns: 400 },
    );
  });

  test('with quotes a line that is not named lies inside a record that begins before it', () => {
    fc.assert(
      fc.property(soup([...crumbs, '"', '"', '";', ';"']), (body) => {
        const text = `telefono;nombre\n${body}`;
        const { rows, rejected } = readText(text);
        const named = [...rows, ...rejected].map(({ line }) => line).sort((one, other) => one - other);
        expect(new Set(named).size).toBe(named.length);
        const lines = physicalLines(text);
        for (const line of numbersOf(text)
          .slice(1)
          .filter((at) => !named.includes(at))) {
          const start = named.findLast((at) => at < line) ?? 0;
          expect(lines[start - 1]).toContain('"');
        }
      }),
      { numRuns: 400 },
    );
  });

  test('the line that names the delimiter changes nothing but the line numbers', () => {
    const later = <R extends { line: number }>(all: R[]) => all.map((row) => ({ ...row, line: row.line + 1 }));
    fc.assert(
      fc.property(soup([...crumbs, '"', '";']), fc.constantFrom('sep=;\n', 'sep=;\r\n', '"sep=;"\r'), (body, first) => {
        const file = `telefono;nombre\n${body}`;
        const plain = readText(file);
        const named = readAll(utf8(first + file), [1, 3]);
        expect(named).toEqual({ rows: later(plain.rows), rejected: later(plain.rejected), shape: plain.shape });
      }),
      { numRuns: 300 },
    );
  });

  test('the result does not depend on how the file is cut, and nothing is thrown', () => {
    const bytes = fc.oneof(
      soup([...crumbs, '"', '"', '";', ';"', 'telefono;nombre\n']).map((text) => utf8(`telefono;nombre\n${text}`)),
      soup([...crumbs, '"']).map((text) => windows1252(`telefono;nombre\n${text}`)),
      soup([...crumbs, '"']).map((text) => utf16(`telefono;nombre\n${text}`)),
      soup([...crumbs, '"', 'sep=']).map((text) => utf16(`sep=${text}`)),
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map((tail) => glued(utf8('telefono;nombre\n'), tail)),
    );
    fc.assert(
      fc.property(bytes, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }), (file, sizes) => {
        expect(readAll(file, sizes)).toEqual(readAll(file));
      }),
      { numRuns: 400 },
    );
  });
});
