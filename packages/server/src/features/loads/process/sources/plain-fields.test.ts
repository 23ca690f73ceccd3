import { EMAIL } from '@campanero/contract/loads/csv/field-rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainEmail } from './plain-fields.ts';

const isPlain = (text: string) => {
  const bytes = Buffer.from(`x${text}x`);
  return isPlainEmail(bytes, 1, bytes.length - 1);
};

test('a plain address is one by the rule of all addresses', () => {
  const crumbs = ['a', 'Z', '7', '.', '-', '_', '+', '@', "'", 'com', 'ñ', ' '];
  let plain = 0;
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...crumbs), { maxLength: 9 }),
      fc.constantFrom('', '@x.com', '.ar'),
      (all, end) => {
        const text = all.join('') + end;
        if (!isPlain(text)) return;
        plain += 1;
        expect(text).toMatch(EMAIL);
      },
    ),
    { numRuns: 5_000 },
  );
  expect(plain).toBeGreaterThan(100);
});

test.each(['ana@x.com.ar', 'ana.paz+1@a-b.co', 'A_1@9x.org'])('%s is plain', (text) =>
  expect(isPlain(text)).toBe(true),
);
