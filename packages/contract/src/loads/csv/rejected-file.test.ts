import { expect, test } from 'vitest';
import { readText } from '../../../test/read-all.ts';
import { createRejectedFile } from './rejected-file.ts';

const FILE = 'telefono;nombre;color\n123;=Ana;rojo\n1155551234;"Eva\n1155551235;Leo;azul;sobra\n';

const rejectedFileOf = ({ rejected, shape }: ReturnType<typeof readText>) => {
  const file = createRejectedFile(shape!.header);
  return file.header + rejected.map((row) => file.line(row)).join('');
};

test('the original columns plus line and reason', () => {
  expect(rejectedFileOf(readText(FILE))).toBe(
    [
      'telefono;nombre;color;linea;motivo',
      "123;'=Ana;rojo;2;El teléfono «123» no es un número argentino válido.",
      '1155551234;"""Eva";;3;Las comillas de la línea no están bien cerradas.',
      '1155551235;Leo;azul;4;La línea tiene más celdas que el encabezado.;sobra',
      '',
    ].join('\r\n'),
  );
});

test('corrected, it loads again as it is, and names no ignored column of ours', () => {
  const corrected = rejectedFileOf(readText(FILE)).replace('123;', '1155551230;').replace(';sobra', '');
  const { rows, rejected, shape } = readText(corrected);
  expect(rejected).toEqual([]);
  expect(rows.map(({ number, firstName }) => [number, firstName])).toEqual([
    ['1155551230', '=Ana'],
    ['1155551234', '"Eva'],
    ['1155551235', 'Leo'],
  ]);
  expect(shape?.ignoredColumns).toEqual(['color']);
});

test.each(['=', '\u200b=', '\ufeff\u2060+', '\u202e＝', '\u3164@', '\u00a0﹣', "'\u200b=", "'Ndr"])(
  'a name that begins with %j is the same after it was rejected, corrected and loaded',
  (beginning) => {
    const name = `${beginning}Ana`;
    const file = (phone: string) => `telefono;nombre\n${phone};${name}\n`;
    const rejected = rejectedFileOf(readText(file('123')));
    const [loaded] = readText(rejected.replace('123;', '1155551230;')).rows;
    expect(loaded?.firstName).toBe(readText(file('1155551230')).rows[0]?.firstName);
  },
);

test('rejected once more, its old two columns give way to the new ones', () => {
  const again = rejectedFileOf(readText(rejectedFileOf(readText(FILE))));
  expect(again.split('\r\n')).toEqual([
    'telefono;nombre;color;linea;motivo',
    "123;'=Ana;rojo;2;El teléfono «123» no es un número argentino válido.",
    '1155551235;Leo;azul;4;La línea tiene más celdas que el encabezado.;sobra',
    '',
  ]);
});
