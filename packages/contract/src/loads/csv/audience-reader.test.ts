import { describe, expect, test } from 'vitest';
import { createAudienceReader } from './audience-reader.ts';
import { exampleFile } from './example-file.ts';
import { places } from '../../../test/places.ts';
import { readAll, readText } from '../../../test/read-all.ts';

test('the example of the format window loads as it is', () => {
  const { rows, rejected, shape } = readText(exampleFile());
  expect(rejected).toEqual([]);
  expect(rows.map(({ line, number, mobile }) => [line, number, mobile])).toEqual([
    [2, '1155551234', true],
    [3, '2214551234', false],
    [4, '1155551235', true],
  ]);
  expect(shape).toMatchObject({ encoding: 'utf-8', delimiter: ';', ignoredColumns: [], failure: null });
});

test('a row and its neighbours', () => {
  const { rows, rejected, shape } = readText(
    'Teléfono;Nombre;Color favorito;Motivo\n1155551234;Ana;rojo;\n\n  \n123;Juan;azul;viejo\n1155554321;Eva\n',
  );
  expect(rows.map(({ line, number, firstName }) => [line, number, firstName])).toEqual([
    [2, '1155551234', 'Ana'],
    [6, '1155554321', 'Eva'],
  ]);
  expect(rejected).toEqual([
    { line: 5, reason: 'El teléfono «123» no es un número argentino válido.', cells: ['123', 'Juan', 'azul', 'viejo'] },
  ]);
  expect(shape).toMatchObject({
    header: ['Teléfono', 'Nombre', 'Color favorito', 'Motivo'],
    ignoredColumns: ['Color favorito'],
    hasPhoneColumn: true,
    columns: [
      { index: 0, name: 'Teléfono', field: 'phone' },
      { index: 1, name: 'Nombre', field: 'firstName' },
      { index: 2, name: 'Color favorito', field: null },
      { index: 3, name: 'Motivo', field: null },
    ],
  });
});

describe('delimiters', () => {
  test.each([
    [';', 'telefono;nombre\n1155551234;Ana'],
    [',', 'telefono,nombre\n1155551234,Ana'],
    ['\t', 'telefono\tnombre\n1155551234\tAna'],
    [',', '"apellido;y más","telefono","nombre"\n"x;y","1155551234","Ana"'],
    [';', 'telefono;nombre;a,b,c,d,e\n1155551234;Ana;x'],
  ])('%j is recognised in the header', (delimiter, text) => {
    const { rows, shape } = readText(text);
    expect(shape?.delimiter).toBe(delimiter);
    expect(rows).toMatchObject([{ number: '1155551234', firstName: 'Ana' }]);
  });

  test('a single column needs none', () => {
    expect(readText('telefono\n1155551234\n').shape?.delimiter).toBe(';');
  });
});

describe('the line in which Excel names its delimiter', () => {
  test.each([
    [';', 'sep=;\r\n'],
    [',', 'sep=,\r\n'],
    ['\t', 'sep=\t\n'],
    ['|', 'sep=|\n'],
    [';', 'SEP=;\r'],
    [',', '"sep=,"\r\n'],
    [';', 'sep=;;;\n'],
  ])('%j is taken from %j, which is no row', (delimiter, line) => {
    const { rows, rejected, shape } = readText(
      `${line}telefono${delimiter}nombre${delimiter}apellido\n1155551234${delimiter}Ana${delimiter}Paz\n12${delimiter}Eva${delimiter}Sol\n`,
    );
    expect(shape).toMatchObject({ delimiter, header: ['telefono', 'nombre', 'apellido'], failure: null });
    expect(rows).toMatchObject([{ line: 3, number: '1155551234', firstName: 'Ana' }]);
    expect(rejected).toMatchObject([{ line: 4, cells: ['12', 'Eva', 'Sol'] }]);
  });

  test('is believed against the look of the header', () => {
    const { shape, rows } = readText('sep=;\ntelefono;nombre,apellido,documento,email\n1155551234;Ana\n');
    expect(shape).toMatchObject({ delimiter: ';', header: ['telefono', 'nombre,apellido,documento,email'] });
    expect(rows).toHaveLength(1);
  });

  test('is its own line: with a mark before it, blank lines around it, or nothing after it', () => {
    expect(readText('\uFEFFsep=;\r\ntelefono;nombre\r\n1155551234;Ana').rows).toMatchObject([{ line: 3 }]);
    expect(readText('\n\nsep=,\n\ntelefono,nombre\n1155551234,Ana').rows).toMatchObject([{ line: 6 }]);
    expect(readText('sep=;')).toEqual({ rows: [], rejected: [], shape: null });
  });

  test.each(['sep=', 'sep=x', 'sep=;nombre', 'separador=;'])('%j is a header like any other', (line) => {
    expect(readText(`${line}\n1155551234;Ana\n`).shape?.failure).toBe(
      'El archivo no tiene una columna de teléfono o celular.',
    );
  });

  test('stands before the header and once: behind it, it is a row', () => {
    expect(readText('telefono;nombre\nsep=;\n').rejected).toMatchObject([{ line: 2, cells: ['sep=', ''] }]);
    expect(readText('sep=;\nsep=;\ntelefono;nombre\n').shape?.header).toEqual(['sep=', '']);
  });
});

describe('quotes', () => {
  test('hold delimiters, doubled quotes and line ends; a row is named by its first line', () => {
    const { rows, rejected } = readText(
      'telefono;nombre;apellido\r\n"1155551234";"Ana ""Anita""; la\r\nmayor";Paz\r\n1155554321;Eva;Sol\r\n',
    );
    expect(rejected).toEqual([]);
    expect(rows).toMatchObject([
      { line: 2, firstName: 'Ana "Anita"; la mayor', lastName: 'Paz' },
      { line: 4, firstName: 'Eva' },
    ]);
  });

  test('never closed cost their own line', () => {
    const { rows, rejected } = readText(
      'telefono;nombre\n1155551230;"Ana\n1155551231;Eva\n1155551232;"Juan"\n1155551233;"Pía\n1155551234;Leo',
    );
    expect(rows.map(({ line }) => line)).toEqual([3, 4, 6]);
    expect(rejected).toEqual([
      { line: 2, reason: 'Las comillas de la línea no están bien cerradas.', cells: ['1155551230', '"Ana'] },
      { line: 5, reason: 'Las comillas de la línea no están bien cerradas.', cells: ['1155551233', '"Pía'] },
    ]);
  });

  test('a quote inside a cell is a letter', () => {
    expect(readText('telefono;nombre\n1155551234;Ana "Anita" Paz\n').rows).toMatchObject([
      { firstName: 'Ana "Anita" Paz' },
    ]);
  });

  test('with something behind them cost their own line', () => {
    const { rows, rejected } = readText('telefono;nombre\n1155551234;"Ana" Paz\n1155554321;Eva\n');
    expect(rows.map(({ line }) => line)).toEqual([3]);
    expect(rejected).toMatchObject([{ line: 2, cells: ['1155551234', '"Ana" Paz'] }]);
  });
});

test('our own harmless cells are understood', () => {
  const { rows } = readText("telefono;nombre;apellido\n'+54 9 11 5555-1234;'-Ana;'Ndrangheta\n");
  expect(rows).toMatchObject([{ number: '1155551234', firstName: '-Ana', lastName: "'Ndrangheta" }]);
});

describe('a file that fails', () => {
  test.each([
    ['nombre;apellido\nAna;Paz\n', 'El archivo no tiene una columna de teléfono o celular.'],
    ['PK\u0003\u0004\0\0telefono\n1155551234\n', 'El archivo no es un CSV.'],
    [`telefono${';x'.repeat(10_000)}\n1155551234\n`, 'El archivo tiene más de 10.000 columnas.'],
    [`telefono;${'x'.repeat(1_100_000)}\n1155551234\n`, 'El archivo no es un CSV.'],
  ])('says why', (text, failure) => {
    const { rows, rejected, shape } = readText(text);
    expect({ rows, rejected, failure: shape?.failure }).toEqual({ rows: [], rejected: [], failure });
  });

  test.each(['', '\n\n', '   \r\n', '\uFEFF'])('%j has no header', (text) => {
    expect(readText(text)).toEqual({ rows: [], rejected: [], shape: null });
  });

  test('a header alone is a file without rows', () => {
    expect(readText('telefono;nombre')).toMatchObject({ rows: [], rejected: [], shape: { failure: null } });
  });
});

test('a head of a file gives its whole lines and holds back the rest', () => {
  const reader = createAudienceReader({ places, today: '2026-06-15' });
  const { rows } = reader.push(new TextEncoder().encode('telefono;nombre\n1155551234;Ana\n11555543'));
  expect(rows).toHaveLength(1);
});

test('the buffer that was pushed may be used again', () => {
  const chunk = new TextEncoder().encode('telefono;nombre\n1155551234;An');
  const reader = createAudienceReader({ places, today: '2026-06-15' });
  reader.push(chunk);
  chunk.fill(0);
  expect(reader.end().rows).toMatchObject([{ firstName: 'An' }]);
});

test('columns of the same field: the first counts, the other is named as ignored', () => {
  const { rows, shape } = readText('telefono;tel;nombre\n1155551234;1155554321;Ana\n');
  expect(rows).toMatchObject([{ number: '1155551234' }]);
  expect(shape?.ignoredColumns).toEqual(['tel']);
});

test('surplus cells reject the row, surplus delimiters do not', () => {
  const { rows, rejected } = readText('telefono;nombre\n1155551234;Ana;;\n1155551235;Eva;Paz\n1155551236\n');
  expect(rows.map(({ line }) => line)).toEqual([2, 4]);
  expect(rejected).toEqual([
    { line: 3, reason: 'La línea tiene más celdas que el encabezado.', cells: ['1155551235', 'Eva', 'Paz'] },
  ]);
});

test('the shape is the same object for bytes as for text', () => {
  expect(readAll(new TextEncoder().encode('telefono\n1155551234')).shape).toEqual(
    readText('telefono\n1155551234').shape,
  );
});
