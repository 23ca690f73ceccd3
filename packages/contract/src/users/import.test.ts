import { expect, test } from 'vitest';
import { openWorkbook, sheetOf } from '../loads/xlsx/open-workbook.ts';
import { accessBytes, webZipTools } from '../../test/read-workbook.ts';
import { createTextReader, createTextTable } from '../loads/xlsx/shared-strings.ts';
import { tableBook } from '../../test/workbook.ts';
import { readPart } from '../loads/xlsx/zip-part.ts';
import { readUserSheet } from './import-sheet.ts';
import { IMPORT_ROWS_MAX } from './import-schemas.ts';
import { faultyRowsFile, checkUserRows, readUserFile, userTemplate } from './import.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const rowsOf = (text: string) => {
  const read = readUserFile(bytes(text));
  if ('fault' in read) throw new Error(read.fault);
  return read.rows;
};
const judged = (text: string, taken: string[] = []) => checkUserRows(rowsOf(text), new Set(taken));

test('the template imports as it is', () => {
  const { good, bad } = judged(userTemplate());
  expect(bad).toEqual([]);
  expect(good.map(({ firstName, roles }) => [firstName, roles])).toEqual([
    ['María', [2]],
    ['Juan', [4, 2]],
    ['Noa', [1]],
  ]);
});

test('columns are found by their titles, in any order, with accents, case and delimiter forgiven', () => {
  const { good } = judged(
    'Función,CORREO ELECTRONICO,Apellidos,Nombres\n"Operadora, coordinador",ana@x.example,Díaz,Ana\n',
  );
  expect(good).toEqual([{ line: 2, firstName: 'Ana', lastName: 'Díaz', email: 'ana@x.example', roles: [2, 4] }]);
});

test('a whole name in one column is taken apart', () => {
  const { good } = judged(
    'nombre y apellido;mail;rol\nGómez, María José;a@x.example;Operador\nLuis María Paz;b@x.example;Operador\n',
  );
  expect(good.map(({ firstName, lastName }) => [firstName, lastName])).toEqual([
    ['María José', 'Gómez'],
    ['Luis María', 'Paz'],
  ]);
});

test('Windows text and UTF-16 are read', () => {
  const latin = Uint8Array.from('nombre;apellido;correo;rol\nJos\xe9;Mu\xf1oz;j@x.example;Operador\n', (c) =>
    c.charCodeAt(0),
  );
  expect(readUserFile(latin)).toMatchObject({ rows: [{ firstName: 'José', lastName: 'Muñoz' }] });
  const wide = new Uint8Array([
    0xff,
    0xfe,
    ...Array.from('nombre;correo;rol\nAna Paz;a@x.example;Operador\n').flatMap((c) => [c.charCodeAt(0), 0]),
  ]);
  expect(readUserFile(wide)).toMatchObject({ rows: [{ lastName: 'Paz' }] });
});

test('each bad row has its line and its reason, and the good ones stay', () => {
  const { good, bad } = judged(
    [
      'nombre;apellido;correo;roles;lado',
      '=HYPERLINK("http://x");Paz;a@x.example;Operador;',
      '+541155551234;Paz;b@x.example;Operador;',
      'Ana;@SUM(A1);c@x.example;Operador;',
      'Ana;Paz;sin arroba;Operador;',
      'Ana;Paz;d@x.example;Jefe;',
      'Ana;Paz;e@x.example;Operador externo;interno',
      'Ana;Paz;f@x.example;Administrador;externo',
      'Ana;Paz;g@x.example;Operador;costado',
      'Ana;Paz;h@x.example;;',
      'Al;Paz;i@x.example;Operador;',
      'Ana;Paz;YA@x.example;Operador;',
      'Ana;Paz;ok@x.example;Operador;interno',
      'Eva;Luna;OK@x.example;Operador;interno',
      ';;;;',
      '"Ana\nMaría";Paz;j@x.example;Operador;',
      'Eva;Luna;fin@x.example;Coordinador;externo',
    ].join('\r\n'),
    ['ya@x.example'],
  );
  expect(good.map(({ line, roles }) => [line, roles])).toEqual([
    [13, [2]],
    [18, [3]],
  ]);
  expect(bad.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'El nombre empieza como una fórmula de planilla.'],
    [3, 'El nombre empieza como una fórmula de planilla.'],
    [4, 'El nombre empieza como una fórmula de planilla.'],
    [5, 'El formato del email no es correcto'],
    [6, 'Rol desconocido: «Jefe».'],
    [7, 'El rol «Operador externo» no es del lado interno.'],
    [8, 'El rol «Administrador» no es del lado externo.'],
    [9, 'Lado desconocido: «costado». Escriba interno o externo.'],
    [10, 'Debe seleccionar al menos 1 rol'],
    [11, 'La longitud mínima es de 3 caracteres'],
    [12, 'Ya existe un usuario con ese correo: no se cambia.'],
    [14, 'Correo repetido: ya está en la línea 13.'],
    [16, 'No puede tener saltos de línea ni otros caracteres de control.'],
  ]);
  const file = faultyRowsFile({ good: [], bad });
  // Formulas leave as text.
  expect(file).toContain(`"'=HYPERLINK(""http://x"") Paz"`);
  expect(file).not.toMatch(/(^|;)=HYPERLINK/m);
});

test('unreadable files are reported', () => {
  const fault = (text: string) => readUserFile(bytes(text));
  expect(readUserFile(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 9, 8]))).toEqual({
    fault: expect.stringContaining('no es de texto'),
  });
  expect(fault('')).toEqual({ fault: expect.stringContaining('Falta la columna') });
  expect(fault('nombre;apellido\nAna;Paz\n')).toEqual({ fault: expect.stringContaining('«correo», «roles»') });
  expect(fault('nombre;correo;rol\n')).toEqual({ fault: expect.stringContaining('no tiene filas') });
  const many = `nombre;correo;rol\n${'Ana Paz;a@x.example;Operador\n'.repeat(2_000_000)}`;
  const begun = performance.now();
  expect(fault(many)).toEqual({ fault: expect.stringContaining(`más de ${IMPORT_ROWS_MAX} filas`) });
  expect(performance.now() - begun).toBeLessThan(5000);
});

test('a workbook’s first sheet is read by the same rules, also with a title above and what a spreadsheet leaves empty', async () => {
  const table = [
    ['', '', '', ''],
    ['Correo', 'Rol', 'Nombre y apellido', 'Lado'],
    ['ana@x.example', 'Operador', 'Ana Paz', 'externo'],
    ['', '', '', ''],
    ['=cmd@x.example', 'Operador', '=HYPERLINK("http://x")', ''],
  ];
  const read = async (rows: string[][], isWhole = true) => {
    const file = accessBytes(await tableBook(rows));
    const workbook = await openWorkbook(file, webZipTools);
    const texts = createTextTable();
    const textReader = createTextReader(texts);
    if (workbook.texts) for await (const chunk of readPart(file, workbook.texts, webZipTools)) textReader.push(chunk);
    const xml: Uint8Array[] = [];
    for await (const chunk of readPart(file, sheetOf(workbook, undefined).entry, webZipTools)) xml.push(chunk);
    return readUserSheet({ ...workbook, texts }, xml, isWhole);
  };
  const found = await read(table);
  const { good, bad } = checkUserRows('rows' in found ? found.rows : [], new Set());
  expect(good).toMatchObject([{ line: 3, firstName: 'Ana', lastName: 'Paz', email: 'ana@x.example', roles: [1] }]);
  expect(bad).toMatchObject([{ line: 5, reason: 'El nombre empieza como una fórmula de planilla.' }]);
  expect(await read([['Apellido'], ['Paz']])).toMatchObject({ fault: expect.stringContaining('Falta la columna') });
  expect(await read(table, false)).toMatchObject({ fault: expect.stringContaining('demasiado grande') });
});
