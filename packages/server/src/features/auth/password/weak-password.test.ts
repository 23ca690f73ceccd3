import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isGuessable } from './passwords.ts';

const owner = { firstName: 'Rocío', lastName: 'Echeverría Ñáñez', email: 'rocio.echeverria@buenosaires.gob.ar' };

describe('guessable passwords are refused', () => {
  test.each([
    'password',
    'PassWord',
    'p4ssw0rd',
    'P@ssw0rd1',
    'password2031!',
    '12345678',
    '87654321',
    '11111111',
    '12121212',
    'contraseña',
    'Contraseña1',
    'contrasena99',
    'qwertyui',
    'asdfghjkl',
    'abcdefgh',
    'iloveyou',
    'bocajuniors',
    'River Plate',
    'Echeverria1',
    'echeverría1',
    'Rocio2025',
    'rocioecheverria',
    'nanez12345',
    'campanero',
    'Campanero.2025',
    'buenosaires1',
    'Administrador',
    'operador1',
    '0p3rad0r!',
    'coordinadorexterno',
    'campanero-demo',
    'Argentina 2022',
    'Garcia15081980',
    'rocio.echeverria@buenosaires.gob.ar',
    'Rocio.Echeverria@BuenosAires.gob.ar',
    'rocio.echeverria@buenosaires.gob.ar1',
    'rocioecheverriabuenosairesgobar',
    'rocio@gob.ar',
    'R0cio@buenosaires.gob.ar',
  ])('%s', (password) => {
    expect(isGuessable(password, owner)).toBe(true);
  });
});

describe('other passwords are accepted without composition rules', () => {
  test.each([
    'correcto caballo grapa batería',
    'tres tristes trigos en Campanero',
    'xk29fjw0',
    '49301758',
    'ñandú verde 🐦 bajo lluvia',
    'rocio duerme la siesta',
    'dfjkwernvbmsdf',
  ])('%s', (password) => {
    expect(isGuessable(password, owner)).toBe(false);
  });
});

test.each(['maría.gómez77@salud.gob.ar', 'jp@educ.caba.gob.ar', 'x.1990@min.gov.ar', 'ana@uba.ar'])(
  'one’s own address is no password, whatever its domain: %s',
  (email) => {
    for (const password of [email, email.toUpperCase(), ` ${email} `, email.replaceAll(/[@.]/g, '')])
      expect([password, isGuessable(password, { firstName: 'Zoe', lastName: 'Quiroz', email })]).toEqual([
        password,
        true,
      ]);
  },
);

test('the list has at least 3,000 passwords that are long enough', () => {
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');
  const passwords = lines.filter((line) => line && !line.startsWith('#'));
  expect(new Set(passwords).size).toBe(passwords.length);
  expect(passwords.length).toBeGreaterThanOrEqual(3000);
  expect(passwords.every((password) => password.length >= 8)).toBe(true);
});
