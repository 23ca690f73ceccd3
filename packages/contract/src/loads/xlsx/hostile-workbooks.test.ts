import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTextReader, createTextTable } from './shared-strings.ts';
import { readBook } from '../../../test/read-workbook.ts';
import {
  compoundFile,
  joined,
  partsOf,
  tableBook,
  tableParts,
  zipOf,
  type Parts,
  type ZipOptions,
} from '../../../test/workbook.ts';
import { WorkbookFault } from './workbook-fault.ts';

const TABLE = [
  ['telefono', 'nombre'],
  ['1155501234', 'Ana'],
];
const text = (content: string) => new TextEncoder().encode(content);
const sheet = 'xl/worksheets/sheet1.xml';
const withParts = (parts: Parts, options?: ZipOptions) => zipOf({ ...tableParts(TABLE), ...parts }, options);
const types = (type: string) => `<Types><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`;
const rowsOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

describe('a file that is not read says why', () => {
  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['WORKBOOK_PROTECTED', 'with a password', () => compoundFile(['EncryptionInfo', 'EncryptedPackage'])],
    ['WORKBOOK_PROTECTED', 'a zip with a password', () => withParts({}, { flags: 1 })],
    ['WORKBOOK_OLD', 'of an older Excel', () => compoundFile(['Workbook'])],
    [
      'WORKBOOK_PROTECTED',
      'with a password that stands further down',
      () => compoundFile(['\u0006DataSpaces', 'Version', 'DataSpaceMap', 'x', 'y', 'z', 'v', 'w', 'EncryptedPackage']),
    ],
    ['NO_WORKBOOK', 'an older document', () => compoundFile(['WordDocument'])],
    ['WORKBOOK_DAMAGED', 'a compound file cut off', () => compoundFile(['Workbook']).slice(0, 700)],
    ['WORKBOOK_MACROS', 'with a project of macros', () => withParts({ 'xl/vbaProject.bin': 'x' })],
    [
      'WORKBOOK_MACROS',
      'with macros by its type',
      () => withParts({ '[Content_Types].xml': types('application/vnd.ms-excel.sheet.macroEnabled.main+xml') }),
    ],
    ['WORKBOOK_MACROS', 'with a sheet of macros', () => withParts({ 'xl/macrosheets/sheet1.xml': 'x' })],
    [
      'WORKBOOK_ODS',
      'of OpenDocument',
      () =>
        zipOf({
          mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
          'content.xml': '',
          'META-INF/manifest.xml': '',
        }),
    ],
    ['WORKBOOK_BINARY', 'a binary one', () => withParts({ 'xl/workbook.bin': 'x' })],
    ['NO_WORKBOOK', 'a zip of other files', () => zipOf({ 'a.txt': 'hola' })],
    [
      'NO_WORKBOOK',
      'a text document',
      () =>
        withParts({
          '[Content_Types].xml': types(
            'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
          ),
        }),
    ],
    ['NO_WORKBOOK', 'text', () => text('telefono;nombre\n1155501234;Ana\n')],
    ['NO_WORKBOOK', 'nothing', () => new Uint8Array(0)],
    ['WORKBOOK_DAMAGED', 'cut off', async () => (await tableBook(TABLE)).slice(0, -30)],
    ['WORKBOOK_DAMAGED', 'without its sheet', () => zipOf({ ...tableParts(TABLE), 'xl/workbook.xml': '<workbook/>' })],
    ['WORKBOOK_BOMB', 'that declares too much', () => withParts({}, { declare: { [sheet]: { size: 2 ** 30 } } })],
    [
      'WORKBOOK_BOMB',
      'that declares styles without end',
      () => withParts({}, { declare: { 'xl/styles.xml': { size: 40_000_000, compressed: 300 } } }),
    ],
    ['WORKBOOK_BOMB', 'that unpacks to too much', () => withParts({ [sheet]: ' '.repeat(18_000_000) })],
    ['WORKBOOK_DAMAGED', 'that declares too little', () => withParts({}, { declare: { [sheet]: { size: 20 } } })],
    [
      'WORKBOOK_DAMAGED',
      'that declares a little more',
      () => withParts({}, { declare: { [sheet]: { size: 20_000 } } }),
    ],
    [
      'WORKBOOK_DAMAGED',
      'with XML that ends too soon',
      () => withParts({ [sheet]: '<worksheet><sheetData><row r="1">' }),
    ],
    [
      'WORKBOOK_DAMAGED',
      'with a tag without end',
      () => withParts({ [sheet]: `<worksheet><sheetData a="${'x'.repeat(1_200_000)}` }),
    ],
    ['WORKBOOK_DAMAGED', 'with a sheet without rows', () => withParts({ [sheet]: '<worksheet></worksheet>' })],
    ['WORKBOOK_DAMAGED', 'with a row beyond the last', () => withParts({ [sheet]: rowsOf('<row r="99999999"/>') })],
    [
      'WORKBOOK_DAMAGED',
      'with a column beyond the last',
      () => withParts({ [sheet]: rowsOf('<row r="1"><c r="ZZZ1"/></row>') }),
    ],
    [
      'WORKBOOK_ENTITIES',
      'with a document type',
      () => withParts({ [sheet]: `<!DOCTYPE x [<!ENTITY a "b">]>${rowsOf('')}` }),
    ],
    [
      'WORKBOOK_ENTITIES',
      'with an entity of its own',
      () => withParts({ [sheet]: rowsOf('<row><c t="inlineStr"><is><t>&xxe;</t></is></c></row>') }),
    ],
    [
      'WORKBOOK_ENTITIES',
      'with a document type among its texts',
      () => withParts({ 'xl/sharedStrings.xml': '<!DOCTYPE sst [<!ENTITY a "aaaa">]><sst/>' }),
    ],
  ])('%s: %s', async (refusal, _, make) => {
    await expect(readBook(await make())).rejects.toMatchObject({ refusal });
  });

  test('a packed sheet whose bytes were changed', async () => {
    const bytes = await tableBook(TABLE);
    for (let at = 200; at < bytes.length - 300; at += 37) bytes[at] = bytes[at]! ^ 0x55;
    await expect(readBook(bytes)).rejects.toBeInstanceOf(WorkbookFault);
  });
});

test('whatever the bytes, the answer is rows or a refusal', async () => {
  const book = await tableBook(TABLE, { isDeflated: false });
  const change = fc.record({ at: fc.nat({ max: book.length - 1 }), byte: fc.nat({ max: 255 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), fc.nat({ max: 60 }), async (changes, cut) => {
      const bytes = book.slice(0, book.length - (cut < 50 ? 0 : cut));
      for (const { at, byte } of changes) if (at < bytes.length) bytes[at] = byte;
      const outcome = await readBook(bytes).catch((error: unknown) => error);
      expect(outcome instanceof WorkbookFault || (outcome as { rows?: unknown }).rows !== undefined).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a row of endless texts is rejected as such, and the next one read', async () => {
  const long = `<c t="inlineStr"><is><t>${'x'.repeat(400_000)}</t></is></c>`;
  const rows = `<row><c t="inlineStr"><is><t>tel</t></is></c></row><row>${long.repeat(4)}</row><row><c><v>1155501234</v></c></row>`;
  const read = await readBook(await zipOf(partsOf({ sheets: { Hoja1: rows } })));
  expect(read.rejected).toEqual([{ line: 2, reason: 'La fila es demasiado larga.', cells: [] }]);
  expect(read.rows).toMatchObject([{ line: 3, number: '1155501234' }]);
});

test('texts beyond the bound are refused, before and after they are packed into blocks', () => {
  const si = text(`<si><t>${'x'.repeat(30_000)}</t></si>`);
  const reader = createTextReader(createTextTable(3 * 2 ** 20));
  reader.push(text('<sst>'));
  const push = (count: number) => () => {
    for (let n = 0; n < count; n += 1) reader.push(si);
  };
  expect(push(90)).not.toThrow();
  expect(push(90)).toThrow('WORKBOOK_TEXTS');
  const empty = createTextReader(createTextTable(2 ** 20));
  expect(() => empty.push(joined(text('<sst>'), text('<si/>'.repeat(200_000))))).toThrow('WORKBOOK_TEXTS');
});
