import { expect, test } from 'vitest';
import { AUDIENCE_COLUMNS, AUDIENCE_FIELDS, isReportColumn, letters, matchColumn } from './columns.ts';

// Written out once more, so that no name that files use is lost unnoticed.
test.each([
  ['phone', 'telefono, phone, tel, numero'],
  ['mobile', 'celular, movil, mobile'],
  ['email', 'email, mail, correo, correo electronico'],
  ['firstName', 'nombre, nombres'],
  ['lastName', 'apellido, apellidos'],
  ['document', 'documento, dni'],
  ['birthday', 'fecha nacimiento, fecha de nacimiento'],
  ['gender', 'genero, sexo'],
  ['nationality', 'nacionalidad'],
  ['channel', 'canal'],
  ['district', 'distrito'],
  ['section', 'seccion, comuna, partido'],
  ['subsection', 'subseccion, barrio, localidad'],
  ['orionId', 'contacto id, id contacto, contact id'],
])('%s is known as %s', (field, names) => {
  for (const name of names.split(', ')) expect(matchColumn(name)).toBe(field);
});

test.each([
  ['Teléfono', 'phone'],
  ['CORREO ELECTRÓNICO', 'email'],
  ['Fecha_de-Nacimiento', 'birthday'],
  [' contacto_ID ', 'orionId'],
  ['Sub-sección', 'subsection'],
  ['\uFEFFcelular', 'mobile'],
])('%s is matched whatever its case, accents, blanks and punctuation', (name, field) => {
  expect(matchColumn(name)).toBe(field);
});

test.each(['', '   ', 'edad', 'telefono2', 'linea', 'motivo', 'constructor'])('«%s» is no field', (name) => {
  expect(matchColumn(name)).toBeNull();
});

test('our own two columns of the rejected file are known', () => {
  expect(['Línea', 'MOTIVO', 'otra'].map(isReportColumn)).toEqual([true, true, false]);
});

test('every field has one column, and no alias means two things', () => {
  expect(AUDIENCE_COLUMNS.map(({ field }) => field)).toEqual(AUDIENCE_FIELDS);
  const aliases = AUDIENCE_COLUMNS.flatMap((column) => column.aliases.map(letters));
  expect(new Set(aliases).size).toBe(aliases.length);
});
