import { expect, test } from 'vitest';
import { describeChange, digestOf, hashAuditRow, saltWords, type AuditRow } from './audit.ts';

const row: AuditRow = {
  at: new Date('2026-03-10T13:00:00.000Z'),
  userId: 7,
  action: 'USUARIO',
  subaction: 'CREAR',
  ...saltWords({ entries: [], modifications: [{ label: 'Nombre', value: 'Ana' }] }),
  objectType: 'user',
  objectId: '9',
  requestId: 'r',
};

test('only changed values are recorded, with both values', () => {
  const detail = describeChange({
    before: { Nombre: 'Ana', Rol: 'Operador', Nota: null },
    after: { Nombre: 'Ana', Rol: 'Coordinador', Desde: new Date('2026-03-10T13:00:00.000Z'), Nada: undefined },
  });
  expect(detail).toEqual({
    entries: [
      { label: 'Rol', prevValue: 'Operador' },
      { label: 'Nota', prevValue: null },
    ],
    modifications: [
      { label: 'Rol', value: 'Coordinador' },
      { label: 'Desde', value: '2026-03-10T13:00:00.000Z' },
    ],
  });
});

test('the hash does not depend on the key order', () => {
  const reordered = { ...row, info: { modifications: [{ value: 'Ana', label: 'Nombre' }], entries: [] } };
  expect(hashAuditRow(reordered)).toEqual(hashAuditRow(row));
});

test.each<[string, Partial<AuditRow>]>([
  ['when', { at: new Date('2026-03-10T13:00:00.001Z') }],
  ['who', { userId: 8 }],
  ['nobody', { userId: null }],
  ['action', { action: 'CAMPAÑA' }],
  ['subaction', { subaction: 'ACTUALIZAR' }],
  ['a value', { info: { entries: [], modifications: [{ label: 'Nombre', value: 'ana' }] } }],
  ['the type of a value', { info: { entries: [], modifications: [{ label: 'Nombre', value: null }] } }],
  ['object type', { objectType: 'campaign' }],
  ['object', { objectId: '10' }],
  ['request', { requestId: null }],
  ['the salt', { salt: Buffer.alloc(16) }],
])('the hash covers %s', (_name, change) => {
  expect(hashAuditRow({ ...row, ...change })).not.toEqual(hashAuditRow(row));
});

test('the hash of a record without words covers their digest', () => {
  const wordless = { ...row, info: { entries: [], modifications: [] }, salt: null, removedAt: new Date() };
  expect(hashAuditRow({ ...wordless, digest: digestOf(row) })).toEqual(hashAuditRow(row));
  expect(hashAuditRow({ ...wordless, digest: Buffer.alloc(32) })).not.toEqual(hashAuditRow(row));
});

test('the hash of a record without salt covers its words', () => {
  const before = { ...row, salt: null };
  expect(digestOf(before)).toBeNull();
  expect(hashAuditRow({ ...before, info: { entries: [], modifications: [] } })).not.toEqual(hashAuditRow(before));
});
