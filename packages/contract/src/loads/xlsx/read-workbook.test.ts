import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlaceIndex } from '../csv/places.ts';
import { csvLine } from '../csv/write-csv.ts';
import { createAudienceReader } from '../csv/audience-reader.ts';
import { openWorkbook, offeredSheets } from './open-workbook.ts';
import { accessBytes, readBook, webZipTools } from '../../../test/read-workbook.ts';
import { partsOf, tableBook, USUAL_STYLES, zipOf } from '../../../test/workbook.ts';

const cell = (place: string, value: string | number, more = '') => `<c r="${place}"${more}><v>${value}</v></c>`;
const inline = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`;
const HEADER = row(
  1,
  inline('A1', 'Teléfono'),
  inline('B1', 'Nombre'),
  inline('C1', 'Documento'),
  inline('D1', 'Fecha de nacimiento'),
);

const bookOf = (rows: string, options: Parameters<typeof partsOf>[0] = {}) =>
  zipOf(partsOf({ sheets: { Hoja1: rows }, styles: USUAL_STYLES, ...options }));

describe('a sheet as people make them', () => {
  test('numbers stored as numbers, days, formulas, booleans and errors', async () => {
    const rows = [
      HEADER,
      row(
        2,
        cell('A2', '1.155501234E9'),
        inline('B2', 'Ana &amp; Eva'),
        cell('C2', 1234567, ' s="2"'),
        cell('D2', 29366, ' s="1"'),
      ),
      row(
        3,
        '<c r="A3" t="str"><f>"11"&amp;B9</f><v>1155501235</v></c>',
        cell('B3', '#N/A', ' t="e"'),
        '<c r="C3"><f>1+1</f><v>30111222</v></c>',
      ),
      row(4, cell('A4', '#REF!', ' t="e"'), cell('B4', 1, ' t="b"')),
    ];
    const { rows: people, rejected } = await readBook(await bookOf(rows.join('')));
    expect(people).toMatchObject([
      { line: 2, number: '1155501234', firstName: 'Ana & Eva', document: '01234567', birthday: '1980-05-25' },
      { line: 3, number: '1155501235', firstName: '', document: '30111222' },
    ]);
    expect(rejected).toEqual([{ line: 4, reason: 'La fila no tiene teléfono ni celular.', cells: ['', 'VERDADERO'] }]);
  });

  test('leading zeros of texts, texts in runs, and what is written above them', async () => {
    const texts = [
      '<si><t>Documento</t></si>',
      '<si><r><rPr><b/></rPr><t>Tel</t></r><r><t xml:space="preserve">éfono</t></r><rPh sb="0" eb="1"><t>leído</t></rPh></si>',
      '<si><t>00123456</t></si>',
      '<si><t>011 4555-1234</t></si>',
      '<si/>',
    ];
    const rows =
      row(1, cell('A1', 1, ' t="s"'), cell('B1', 0, ' t="s"')) +
      row(2, cell('A2', 3, ' t="s"'), cell('B2', 2, ' t="s"')) +
      row(3, cell('A3', 4, ' t="s"'));
    const { header, rows: people, rejected } = await readBook(await bookOf(rows, { texts: texts.join('') }));
    expect(header).toEqual(['Teléfono', 'Documento']);
    expect(people).toMatchObject([{ number: '1145551234', document: '00123456' }]);
    expect(rejected).toEqual([]);
  });

  test('titles above the header, gaps between cells, blank rows and notes to the right', async () => {
    const rows = [
      row(1, inline('A1', 'Padrón de vecinos'), '<c r="B1" s="1"/>', '<c r="C1" s="1"/>'),
      row(3, inline('B3', 'Actualizado'), cell('C3', 45000, ' s="1"')),
      row(5, inline('B5', 'Celular'), inline('E5', 'Nombre'), '<c r="F5" s="1"/>'),
      row(6, '<c r="B6" s="1"/>', inline('E6', '  ')),
      row(8, cell('B8', 1155501234), inline('E8', 'Ana'), inline('H8', 'llamar de tarde')),
      '<row r="9"/>',
      row(11, inline('B11', 'x'), inline('E11', 'Eva'), inline('H11', 'nota')),
    ];
    const read = await readBook(await bookOf(rows.join('')));
    expect(read).toMatchObject({ headerRow: 5, header: ['', 'Celular', '', '', 'Nombre'], ignored: [] });
    expect(read.rows).toMatchObject([{ line: 8, number: '1155501234', mobile: true, firstName: 'Ana' }]);
    expect(read.rejected).toMatchObject([{ line: 11, cells: ['', 'x', '', '', 'Eva', '', '', 'nota'] }]);
  });

  test('the calendar of 1904', async () => {
    const rows = HEADER + row(2, cell('A2', 1155501234), cell('D2', 27904, ' s="1"'));
    expect((await readBook(await bookOf(rows, { is1904: true }))).rows).toMatchObject([{ birthday: '1980-05-25' }]);
  });

  test('prefixed names, single quotes, comments, CDATA and cells without their place', async () => {
    const sheet = `<?xml version='1.0'?><!-- a > b --><x:worksheet xmlns:x="y"><x:sheetData>
      <x:row><x:c t='inlineStr'><x:is><x:t><![CDATA[tel & <cel>]]></x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>Tel</x:t></x:is></x:c></x:row>
      <x:row><x:c/><x:c><x:v>1155501234</x:v></x:c></x:row></x:sheetData><x:junk a="b>c"/></x:worksheet>`;
    const parts = partsOf({ sheets: { Hoja1: '' }, parts: { 'xl/worksheets/sheet1.xml': sheet } });
    const read = await readBook(await zipOf(parts));
    expect(read).toMatchObject({ header: ['tel & <cel>', 'Tel'], headerRow: 1 });
    expect(read.rows).toMatchObject([{ line: 2, number: '1155501234' }]);
  });

  test('XML in UTF-16', async () => {
    const text =
      '\uFEFF<worksheet><sheetData><row><c t="inlineStr"><is><t>móvil</t></is></c></row><row><c><v>1155501234</v></c></row></sheetData></worksheet>';
    const bytes = new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
    const parts = partsOf({ sheets: { Hoja1: '' }, parts: { 'xl/worksheets/sheet1.xml': bytes } });
    expect((await readBook(await zipOf(parts), { piece: 7 })).rows).toMatchObject([{ number: '1155501234' }]);
  });

  test('types declared for parts that are not there', async () => {
    const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
    const types = `<Types><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/><Default Extension="xml" ContentType="${main}"/></Types>`;
    const rows = HEADER + row(2, cell('A2', 1155501234));
    expect((await readBook(await bookOf(rows, { parts: { '[Content_Types].xml': types } }))).rows).toHaveLength(1);
  });

  test('row numbers that repeat or fall still name each row once', async () => {
    const rows = HEADER + row(5, cell('A5', 'x')) + row(5, cell('A5', 'y')) + row(2, cell('A2', 'z'));
    expect((await readBook(await bookOf(rows))).rejected.map(({ line }) => line)).toEqual([5, 6, 7]);
  });

  test('without a column of phones in the first twenty rows nothing is read', async () => {
    const rows = Array.from({ length: 30 }, (_, n) =>
      row(n + 1, inline(`A${n + 1}`, n === 3 ? 'Nombre' : n === 25 ? 'Teléfono' : 'x')),
    );
    const read = await readBook(await bookOf(rows.join('')));
    expect(read).toMatchObject({
      header: ['Nombre'],
      failure: 'El archivo no tiene una columna de teléfono o celular.',
      rows: [],
    });
  });

  test('a sheet is chosen by name; hidden ones and charts are not offered', async () => {
    const sheets = {
      Notas: row(1, inline('A1', 'nada')),
      'Padrón & más': HEADER + row(2, cell('A2', 1155501234)),
      Listas: '',
    };
    const parts = partsOf({ sheets, hidden: ['Listas'] });
    const bytes = await zipOf(parts, { isZip64: true });
    const workbook = await openWorkbook(accessBytes(bytes), webZipTools);
    expect(offeredSheets(workbook).map(({ name }) => name)).toEqual(['Notas', 'Padrón & más']);
    expect(await readBook(bytes)).toMatchObject({ rows: [], failure: expect.stringContaining('columna') });
    expect((await readBook(bytes, { sheet: 'padrón & MÁS' })).rows).toMatchObject([{ number: '1155501234' }]);
    await expect(readBook(bytes, { sheet: 'Otra' })).rejects.toMatchObject({ refusal: 'SHEET_UNKNOWN' });
  });
});

const NAMES = [
  'telefono',
  'celular',
  'nombre',
  'apellido',
  'documento',
  'fecha nacimiento',
  'genero',
  'email',
  'barrio',
  'otra',
];
const CELLS: Record<string, readonly string[]> = {
  telefono: ['1155551234', '011 4555-1234', '+54 9 11 5555 1234', 'no tiene', ''],
  celular: ['', '1166661234', '0221 15 555 1234', '1.1E9'],
  nombre: ['Ana', 'José & María', '<b>', ' Eva ', '"x"', 'a_x000D_', 'x'.repeat(101), 'línea\nnueva', '日本'],
  documento: ['', '20123456', '00.123.456', '1'.repeat(41)],
  'fecha nacimiento': ['', '25-05-1980', '5/9/1980', '31-02-2001'],
  email: ['', 'ana@x.com.ar', 'ana@'],
};
const anyCell = (name: string) => fc.constantFrom(...(CELLS[name] ?? ['', 'F', 'más', "'Ndrangheta"]));
const table = fc
  .shuffledSubarray(NAMES, { minLength: 3 })
  .map((names) => ['telefono', ...names.filter((name) => name !== 'telefono')])
  .chain((names) => fc.tuple(fc.constant(names), fc.array(fc.tuple(...names.map(anyCell)), { maxLength: 12 })));

test('a table in a workbook is read as the same table in a CSV, wherever it is cut', async () => {
  const tree = [{ id: '02', name: 'Ciudad Autonoma De Buenos Aires', sections: [] }];
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.integer({ min: 1, max: 300 }),
      fc.boolean(),
      async ([header, rows], piece, isDeflated) => {
        // A row without any text is a row of a CSV and none of a sheet; escapes are the workbook's own.
        const told = rows.filter((cells) => cells.some((text) => text.trim() !== '' && !text.includes('_x')));
        const cells = told.map((texts) => texts.map((text) => text.replace('_x000D_', '')));
        const csv = createAudienceReader({ places: createPlaceIndex({ tree }), today: '2026-11-17' });
        const batches = [
          csv.push(new TextEncoder().encode([header, ...cells].map((line) => csvLine(line)).join(''))),
          csv.end(),
        ];
        const book = await readBook(await tableBook([header, ...cells], { isDeflated }), { piece, tree });
        // A line end within a cell is a line of the CSV and no row of the sheet.
        const withoutLine = <T extends { line: number }>(one: T) => ({ ...one, line: 0 });
        const trimmed = (texts: readonly string[]) => texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
        expect(book.rows.map(withoutLine)).toEqual(batches.flatMap((batch) => batch.rows).map(withoutLine));
        expect(book.rejected.map(({ reason, cells: kept }) => [reason, kept])).toEqual(
          batches.flatMap((batch) => batch.rejected).map(({ reason, cells: kept }) => [reason, trimmed(kept)]),
        );
      },
    ),
    { numRuns: 60 },
  );
});
