import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutServerParts } from './leave-out.ts';

const CONTRACT = join(import.meta.dirname, '../../contract/src');

test.each([
  ["{ summary: 'Los “a”', response: b }", '{ response: b }'],
  ["{ summary: 'A, b', audited: false }", '{  }'],
  ['{ response: b, audited: false }', '{ response: b,  }'],
  ['{ query: schemas.c, response: schemas.b }', '{ response: schemas.b }'],
  [
    "{\n    summary: 'A',\n    body: b,\n    bodyLimit: LIMITS.oneList,\n    errors: [\n      ...C,\n      'D',\n    ],\n    response: e,\n  }",
    '{\n    response: e,\n  }',
  ],
])('an endpoint declared with %j', (details, left) => {
  const declaredWith = (given: string) => `  a: endpoint('GET', '/a', 'staff', ${given}),`;
  expect(withoutServerParts(declaredWith(details))).toBe(declaredWith(left));
});

test('the client still sends what it is given', () => {
  const client = readFileSync(join(CONTRACT, 'client.ts'), 'utf8');
  expect(client).toContain('body: parts.body');
  expect(withoutServerParts(client)).toBe(client);
});

test('nothing that only the server reads is left of any endpoint', () => {
  for (const path of globSync(`${CONTRACT}/**/*.ts`)) {
    const code = readFileSync(path, 'utf8');
    if (path.endsWith('.test.ts') || !code.includes(': endpoint(')) continue;
    expect(withoutServerParts(code), path).not.toMatch(
      /\b(?:summary|idempotentBecause|bodyLimit|audited|errors|duringSetup):/,
    );
  }
});
