import { api } from '@campanero/contract';
import { ERRORS, type ErrorCode } from '@campanero/contract/errors';
import { compoundFile, partsOf, tableBook, tableParts, USUAL_STYLES, zipOf } from '@campanero/contract/test/workbook';
import writeXlsxFile from 'write-excel-file/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { callsOf, leftovers, loadFiles, upload } from '../../../test/loads.ts';

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
});

const TABLE = [
  ['telefono', 'nombre'],
  ['1155501234', 'Ana'],
];
const people = async () =>
  world.db.selectFrom('person').select(['firstName', 'document', 'birthday']).orderBy('id').execute();
const rejectedOf = async (id: number) =>
  ((await as(world, coordinator).send(api.loads.rejected, { params: { id } })).body as unknown as string).split('\r\n');

const inline = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const SHEET = [
  `<row r="1">${inline('A1', 'Padrón de noviembre')}</row>`,
  `<row r="3">${['Celular', 'Nombre', 'Documento', 'Fecha de nacimiento', 'Obra social'].map((name, at) => inline(`${'ABCDE'[at]}3`, name)).join('')}</row>`,
  `<row r="4"><c r="A4"><v>1.155501234E9</v></c>${inline('B4', 'Ana')}<c r="C4" s="2"><v>1234567</v></c><c r="D4" s="1"><v>29366</v></c></row>`,
  `<row r="6">${inline('A6', '+54 9 11 5550-1235')}${inline('B6', 'Luis')}${inline('D6', '25/05/1981')}${inline('E6', 'OSDE')}</row>`,
  `<row r="7">${inline('B7', 'Sin teléfono')}${inline('E7', '=1+1')}</row>`,
  `<row r="9"><c r="A9"><v>1155501234</v></c>${inline('B9', 'Eva')}<c r="D9"><v>29366</v></c></row>`,
].join('');
const book = () => zipOf(partsOf({ sheets: { Portada: '', Padrón: SHEET }, styles: USUAL_STYLES }));

test('loads a sheet; rejected rows keep the sheet’s row numbers', async () => {
  const { id } = await aCampaign(world);
  const content = await book();
  const report = await loadFiles(world, coordinator, id, [{ name: 'padron.xlsx', content }], {
    fields: { sheet1: 'Padrón' },
  });
  expect(report).toMatchObject({
    status: 'COMPLETED',
    source: 'csv',
    name: 'padron.xlsx',
    read: 4,
    loaded: 2,
    rejected: 2,
    ignoredColumns: ['Obra social'],
  });
  expect((await callsOf(world, id)).map(({ number, name }) => [number, name])).toEqual([
    ['1155501234', 'Ana'],
    ['1155501235', 'Luis'],
  ]);
  expect(await people()).toEqual([
    { firstName: 'Ana', document: '01234567', birthday: '1980-05-25' },
    { firstName: 'Luis', document: null, birthday: '1981-05-25' },
  ]);
  expect(await rejectedOf(id)).toEqual([
    '\uFEFFCelular;Nombre;Documento;Fecha de nacimiento;Obra social;linea;motivo',
    ";Sin teléfono;;;'=1+1;7;La fila no tiene teléfono ni celular.",
    '1155501234;Eva;;29366;;9;La fecha de nacimiento «29366» no es válida (DD-MM-YYYY).',
    '',
  ]);
  expect((await auditOf(world)).find(({ objectId }) => objectId === String(id))).toMatchObject({
    info: { modifications: expect.arrayContaining([{ label: 'Hoja', value: 'Padrón' }]) },
  });
  expect(await leftovers(world)).toEqual([]);
});

test('a CSV and a workbook in one load', async () => {
  const { id } = await aCampaign(world);
  const files = [
    { content: 'telefono;nombre\n1155501234;Ana\nx;Mal\n' },
    { name: 'b.XLSX', content: await tableBook([...TABLE, ['1155509999', 'Eva'], ['y', 'Peor']]) },
  ];
  expect(await loadFiles(world, coordinator, id, files)).toMatchObject({
    read: 5,
    loaded: 2,
    duplicates: 1,
    rejected: 2,
  });
  expect((await rejectedOf(id)).slice(1, 3).map((line) => line.split(';').slice(0, 3))).toEqual([
    ['x', 'Mal', '3'],
    ['y', 'Peor', '4'],
  ]);
});

test('reads workbooks of other programs', async () => {
  const { id } = await aCampaign(world);
  const cell = (
    value: string | number | boolean | Date,
    type: typeof String | typeof Number | typeof Boolean | typeof Date,
  ) => ({ value, type });
  const data = [
    [cell('Listado', String)],
    ['Teléfono', 'Nombre', 'Documento', 'Fecha de nacimiento'].map((name) => cell(name, String)),
    [
      cell(1155501234, Number),
      cell('Ana & <Eva>', String),
      cell(30111222, Number),
      { ...cell(new Date(Date.UTC(1980, 4, 25)), Date), format: 'dd/mm/yyyy' },
    ],
    [cell('011 4555-1234', String), cell(true, Boolean), cell('00111222', String)],
  ];
  const content = await writeXlsxFile(data as never).toBuffer();
  expect(await loadFiles(world, coordinator, id, [{ name: 'a.xlsx', content }])).toMatchObject({ read: 2, loaded: 2 });
  expect((await callsOf(world, id)).map(({ number, name, document }) => [number, name, document])).toEqual([
    ['1155501234', 'Ana & <Eva>', '30111222'],
    ['1145551234', 'VERDADERO', '00111222'],
  ]);
});

describe('refused with a message', () => {
  const macros = () => zipOf({ ...tableParts(TABLE), 'xl/vbaProject.bin': 'x' });
  const bomb = () => zipOf(tableParts(TABLE), { declare: { 'xl/worksheets/sheet1.xml': { size: 2 ** 31 } } });
  const ods = () => zipOf({ mimetype: 'x', 'content.xml': '', 'META-INF/manifest.xml': '' });
  const text = async () => new TextEncoder().encode('telefono\n1155501234\n');
  test.each<[ErrorCode, string, () => Promise<Uint8Array>]>([
    ['WORKBOOK_PROTECTED', 'a.xlsx', async () => compoundFile(['EncryptionInfo', 'EncryptedPackage'])],
    ['WORKBOOK_OLD', 'a.xlsx', async () => compoundFile(['Workbook'])],
    ['WORKBOOK_OLD', 'a.xls', async () => compoundFile(['Workbook'])],
    ['WORKBOOK_MACROS', 'a.xlsx', macros],
    ['WORKBOOK_MACROS', 'a.xlsm', macros],
    ['WORKBOOK_ODS', 'a.xlsx', ods],
    ['WORKBOOK_ODS', 'a.ods', ods],
    ['WORKBOOK_BOMB', 'a.xlsx', bomb],
    ['NO_WORKBOOK', 'a.xlsx', () => zipOf({ 'a.txt': 'x' })],
    ['WORKBOOK_DAMAGED', 'a.xlsx', async () => (await tableBook(TABLE)).slice(0, 500)],
    ['FILE_TYPE', 'a.xlsx', text],
    ['FILE_TYPE', 'a.csv', () => tableBook(TABLE)],
    ['FILE_TYPE', 'a.xlsx', async () => new Uint8Array(0)],
  ])('%s: %s', async (error, name, make) => {
    const { id } = await aCampaign(world);
    const reply = await upload(world, coordinator, id, [{ name, content: await make() }]);
    expect(reply).toMatchObject({ status: ERRORS[error].status, body: { error } });
    const words = error === 'FILE_TYPE' ? `«${name}» no es un archivo csv, xlsx.` : ERRORS[error].es;
    expect(JSON.stringify(reply.body)).toContain(words);
    expect(await world.db.selectFrom('orphanFile').selectAll().execute()).toEqual([]);
    expect(await callsOf(world, id)).toEqual([]);
  });

  test('an unknown sheet', async () => {
    const { id } = await aCampaign(world);
    const files = [{ name: 'a.xlsx', content: await tableBook(TABLE) }];
    const reply = await upload(world, coordinator, id, files, {}, { sheet1: 'Otra' });
    expect(reply).toMatchObject({ status: 422, body: { error: 'SHEET_UNKNOWN' } });
    expect(await world.db.selectFrom('orphanFile').selectAll().execute()).toEqual([]);
    const tooLong = await upload(world, coordinator, id, files, {}, { sheet1: 'x'.repeat(300) });
    expect(tooLong).toMatchObject({ status: 400, body: { error: 'VALIDATION' } });
  });
});

test.each([
  [
    'damaged within',
    () => zipOf(tableParts(TABLE), { declare: { 'xl/sharedStrings.xml': { crc: 7 } } }),
    ERRORS.WORKBOOK_DAMAGED.es,
  ],
  [
    'with a document type',
    () => zipOf({ ...tableParts(TABLE), 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' }),
    ERRORS.WORKBOOK_ENTITIES.es,
  ],
  ['without a column of phones', () => tableBook([['nombre'], ['Ana']]), 'Los campos del csv son inválidos'],
  ['without any row', () => tableBook([]), 'Los campos del csv son inválidos'],
])('a sheet %s ends in ERROR with a message', async (_, make, failure) => {
  const { id } = await aCampaign(world);
  const report = await loadFiles(world, coordinator, id, [{ name: 'a.xlsx', content: await make() }]);
  expect(report).toMatchObject({ status: 'ERROR', failure, loaded: 0 });
  expect(await callsOf(world, id)).toEqual([]);
  expect(await leftovers(world)).toEqual([]);
});
