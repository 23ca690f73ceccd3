import { expect, test } from 'vitest';
import { findExporters, listDoubled } from './unique-exports.ts';

const FILES: Record<string, string> = {
  'packages/server/src/a.ts': 'export const read = 1;\nexport type Row = string;',
  'packages/server/src/b.ts': "export async function read() {}\nexport { other } from './c.ts';",
  'packages/server/src/c.ts': 'export const other = 1;\nconst Row = 1;',
  'packages/web/src/a.tsx': 'export interface Row {}',
  'packages/server/src/a.test.ts': 'export const other = 1;',
};

test('a name that two files of one package export is found', () => {
  const doubled = listDoubled(findExporters(Object.keys(FILES), (file) => FILES[file] ?? ''));
  expect(doubled.map(([name, files]) => [name, ...files])).toEqual([
    ['server: read', 'packages/server/src/a.ts', 'packages/server/src/b.ts'],
  ]);
});
