import { expect, test } from 'vitest';
import { findPointers, type Known, pathEnds, rulesIn } from './pointers.ts';

const PATHS = [
  'README.md',
  'docs',
  'docs/rules',
  'docs/rules/calls.md',
  'docs/decisions/015-calling.md',
  'packages/contract/src/calls/retry.ts',
  'packages/server/src/work/transact.ts',
];
const KNOWN: Known = {
  rules: new Set(['calls/holds-are-exclusive', 'calls/segmenting']),
  paths: new Set(PATHS),
  ends: pathEnds(PATHS),
};
const look = (text: string, file = 'packages/server/src/a.ts') =>
  findPointers(file, text.replaceAll('~', ''), KNOWN).map(({ line, kind }) => `${line} ${kind}`);

// A tilde is nothing: it keeps this file itself from pointing there.
test.each([
  `// As decided (de~cisions 5).`,
  `/** Sp~ec 8, Campaigns. */`,
  `-- de~sign 2.4`,
  `test('refused (SE~C-12)')`,
  `// (qu~ality D8)`,
  '// as the sp~ecification says',
  `// de~cision 099`,
  `/**\n * see sh~ell\n * 4 */`,
])('%s is an old pointer', (text) => {
  expect(look(text)).toEqual([expect.stringMatching(/^[12] old pointer$/)]);
});

test.each([
  '// decision 015 says why',
  '// docs/decisions/015 says why',
  '// rule calls/holds-are-exclusive',
  '// rules calls/holds-are-exclusive and calls/segmenting',
  '/**\n * Kept by rule\n * calls/segmenting.\n */',
  '// see work/transact.ts and contract/calls/retry.ts',
  '// any *.queries.ts, <name>-list.tsx, or pdf.js, https://example.org/a/b.md',
  "import x from './gone.ts'; const y = 'gone.sql';",
  '// a model of 3 cars, in the shell',
])('%s points to something', (text) => {
  expect(look(text)).toEqual([]);
});

test('a rule that does not exist, alone or behind one that does', () => {
  expect(look(`// ru~le calls/gone`)).toEqual(['1 unknown rule']);
  expect(look(`x\n// ru~les calls/segmenting and calls/gone`)).toEqual(['2 unknown rule']);
});

test('a file that does not exist, in comments, in SQL and in documents', () => {
  expect(look('// see refresh-calls.ts')).toEqual(['1 unknown file']);
  expect(look('-- see refresh-calls.ts', 'packages/server/src/a.sql')).toEqual(['1 unknown file']);
  expect(look('a\n\n`work/gone.ts`', 'docs/a.md')).toEqual(['3 unknown file']);
  expect(look('[x](rules/calls.md) [y](https://example.org)', 'docs/a.md')).toEqual([]);
  expect(look('[x](rules/gone)', 'docs/a.md')).toEqual(['1 unknown file']);
});

test('rules are the headings of level 3, each once and in kebab-case', () => {
  const text = '# Calls\n\n### one-call\nA.\n\n### one-call\nB.\n\n### Two Calls\nC.\n';
  expect(rulesIn('docs/rules/calls.md', '### one-call\nA.\n')).toEqual(['calls/one-call']);
  expect(rulesIn('docs/rules/README.md', '### one-call\n')).toEqual([]);
  expect(look(text, 'docs/rules/calls.md')).toEqual(['6 bad rule name', '9 bad rule name']);
});
