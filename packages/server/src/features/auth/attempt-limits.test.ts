import { expect, test } from 'vitest';
import { accountKey, addressKey } from './attempt-limits.ts';

test.each([
  ['192.0.2.7', 'login:address:192.0.2.7'],
  ['::ffff:192.0.2.7', 'login:address:::ffff:192.0.2.7'],
  ['::1', 'login:address:0:0:0:0'],
  ['2001:db8:1:2:3:4:5:6', 'login:address:2001:db8:1:2'],
  ['2001:db8:1:2::9', 'login:address:2001:db8:1:2'],
  ['2001:db8::9', 'login:address:2001:db8:0:0'],
  ['fe80::1%eth0', 'login:address:fe80:0:0:0'],
])('%s is limited under key %s', (address, key) => {
  expect(addressKey('login', address)).toBe(key);
});

test('the account key ignores case and does not contain the address', () => {
  expect(accountKey('login', 'Ana@Prueba.gob.ar')).toBe(accountKey('login', 'ana@prueba.gob.ar'));
  expect(accountKey('login', 'ana@prueba.gob.ar')).not.toContain('ana');
  expect(accountKey('login', 'ana@prueba.gob.ar')).not.toBe(accountKey('recovery', 'ana@prueba.gob.ar'));
});
