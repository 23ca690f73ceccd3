import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutServerParts } from './leave-out.ts';

const CONTRACT = join(import.meta.dirname, '../../contract/src');

test.each([
  [
    "endpoint('GET', '/a', 'staff', { summary: 'Los “a”', response: b })",
    "endpoint('GET', '/a', 'staff', { response: b })",
  ],
  ["endpoint('POST', '/a', 'staff', { summary: 'A, b', audited: false })", "endpoint('POST', '/a', 'staff', {  })"],
  ['{ response: b, audited: false }', '{ response: b,  }'],
  [
    "{\n    summary: 'A',\n    body: b,\n    bodyLimit: LIMITS.oneList,\n    errors: [\n      ...C,\n      'D',\n    ],\n    response: e,\n  }",
    '{\n    body: b,\n    response: e,\n  }',
  ],
])('%j', (code, left) => expect(withoutServerParts(code)).toBe(left));

test('nothing that only the server reads is left of any endpoint', () => {
  for (const path of globSync(`${CONTRACT}/**/*.ts`)) {
    const code = readFileSync(path, 'utf8');
    if (path.endsWith('.test.ts') || !/= endpoint\(|: endpoint\(/.test(code)) continue;
    expect(withoutServerParts(code), path).not.toMatch(/\b(?:summary|idempotentBecause|bodyLimit|audited|errors):/);
  }
});
