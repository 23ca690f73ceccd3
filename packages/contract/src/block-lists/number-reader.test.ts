import { describe, expect, test } from 'vitest';
import { createTextTable } from '../loads/xlsx/shared-strings.ts';
import { createNumberReader, createNumberSheetReader, type NumberBatch } from './number-reader.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
function readAll(content: string | Uint8Array, cut = Number.MAX_SAFE_INTEGER, column?: number) {
  const file = typeof content === 'string' ? bytes(content) : content;
  const reader = createNumberReader(undefined, column);
  const batches: NumberBatch[] = [];
  for (let at = 0; at < file.length; at += cut) batches.push(reader.push(file.subarray(at, at + cut)));
  batches.push(reader.end());
  return {
    numbers: batches.flatMap(({ numbers }) => numbers),
    rejected: batches.flatMap(({ rejected }) => rejected),
    shape: reader.shape(),
  };
}

describe('finding the column of numbers', () => {
  test.each([
    ['one column without header', '1155551234\n011 4555-1234\n', 'columna 1', ['1155551234', '1145551234']],
    ['a single line', '1155551234', 'columna 1', ['1155551234']],
    ['a header that names it', 'dni;Teléfono\n1;1155551234\n', '«Teléfono»', ['1155551234']],
    ['a header that says nothing', 'Abonados del registro\n1155551234\n', '«Abonados del registro»', ['1155551234']],
    [
      'area and number by name',
      'Código de área,Número\n11,45551234\n2966,551234',
      '«Código de área» y «Número»',
      ['1145551234', '2966551234'],
    ],
    [
      'area and number without header',
      '11\t45551234\n0341\t5551234\n',
      'columna 1 y columna 2',
      ['1145551234', '3415551234'],
    ],
    [
      'among other columns, without header',
      'Ana;1;1155551234;x\nEva;2;1155551235;y\n',
      'columna 3',
      ['1155551234', '1155551235'],
    ],
    ['Excel names its delimiter', 'sep=,\r\ntelefono,nota\r\n1155551234,x\r\n', '«telefono»', ['1155551234']],
    [
      'an area column beside whole numbers',
      'area;telefono\n;1155551234\n11;1155551235\n',
      '«area» y «telefono»',
      ['1155551234', '1155551235'],
    ],
  ])('%s', (_, content, inWords, numbers) => {
    const whole = readAll(content);
    expect(whole).toMatchObject({ numbers, rejected: [], shape: { inWords, failure: null } });
    expect(readAll(content, 3)).toEqual(whole);
  });

  test.each([
    ['letters only', 'hola\nqué tal\n', 'Ninguna de las primeras filas'],
    ['numbers without area', '45551234\n45551235\n', 'Ninguna de las primeras filas'],
    [
      'two columns of numbers',
      'telefono;celular\n1145551234;1155551234\n',
      'más de una columna de números («telefono», «celular»)',
    ],
  ])('%s: refused in words', (_, content, words) => {
    const { numbers, rejected, shape } = readAll(content);
    expect({ numbers, rejected }).toEqual({ numbers: [], rejected: [] });
    expect(shape?.failure).toContain(words);
  });

  test.each([
    ['one of two columns of numbers', 'telefono;celular\n1145551234;1155551234\n', 1, '«celular»', ['1155551234']],
    [
      'not the one that looks most like it',
      '1145551234;x;1155551234\n1145551235;;1155551235\n',
      2,
      'columna 3',
      ['1155551234', '1155551235'],
    ],
    [
      'its area codes stand before it',
      'a;b;c\n1;11;45551234\n2;11;45551235\n',
      2,
      '«b» y «c»',
      ['1145551234', '1145551235'],
    ],
  ])('chosen by hand: %s', (_, content, column, inWords, numbers) => {
    expect(readAll(content, 5, column)).toMatchObject({ numbers, rejected: [], shape: { inWords, failure: null } });
  });

  test('a column chosen by hand that the file has not is refused, one without numbers is read all the same', () => {
    expect(readAll('a;b\n1155551234;x\n', undefined, 2).shape?.failure).toBe('El archivo no tiene una columna 3.');
    expect(readAll('a;b\n1155551234;x\n', undefined, 1)).toMatchObject({ numbers: [], rejected: [{ line: 2 }] });
    expect(readAll('a;b\n1155551234;x\n').shape?.columns).toEqual(['«a»', '«b»']);
  });

  test('an empty file has no shape', () => {
    expect(readAll('\n \n')).toEqual({ numbers: [], rejected: [], shape: null });
  });
});

test('every line is a number or a rejected line with its place and reason', () => {
  const { numbers, rejected } = readAll('telefono\n1155551234\n\nabc\n"\n;x\n1155551235\n0800 555 1234\n');
  expect(numbers).toEqual(['1155551234', '1155551235']);
  expect(rejected).toEqual([
    { line: 4, reason: '«abc» no es un número de teléfono con su código de área.', cells: ['abc'] },
    { line: 5, reason: 'Las comillas de la línea no están bien cerradas.', cells: ['"'] },
    { line: 6, reason: 'La línea no tiene número.', cells: ['', 'x'] },
    { line: 8, reason: '«0800 555 1234» no es un número de teléfono con su código de área.', cells: ['0800 555 1234'] },
  ]);
});

test('two hundred thousand lines of letters after a good one are rejected, each once', () => {
  const { numbers, rejected } = readAll(`1155551234\n${'letras\n'.repeat(200_000)}`, 65_536);
  expect(numbers).toHaveLength(1);
  expect(rejected).toHaveLength(200_000);
  expect(new Set(rejected.map(({ line }) => line)).size).toBe(200_000);
});

test('a sheet is read by the same rules', () => {
  const reader = createNumberSheetReader({ looks: [], is1904: false, texts: createTextTable() });
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const sheet = `<worksheet><sheetData><row r="1">${cell('area')}${cell('numero')}</row><row r="2"><c><v>11</v></c><c><v>45551234</v></c></row><row r="4">${cell('')}${cell('x')}</row></sheetData></worksheet>`;
  const [head, tail] = [reader.push(bytes(sheet)), reader.end()];
  expect([...head.numbers, ...tail.numbers]).toEqual(['1145551234']);
  expect([...head.rejected, ...tail.rejected]).toMatchObject([{ line: 4, reason: expect.stringContaining('«x»') }]);
});
