import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { line, list, rawText, text } from './text-schema.ts';

const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('a text of a request', () => {
  test('is measured as people read it: composed, trimmed, an emoji is one', () => {
    expect(text(5).parse('  abcde  ')).toBe('abcde');
    expect(text(5).parse('e\u0301'.repeat(5))).toBe('é'.repeat(5));
    expect(text(5).parse('🙂'.repeat(5))).toBe('🙂'.repeat(5));
    expect(messagesOf(text(5), 'abcdef')).toEqual(['Excede los 5 caracteres.']);
    expect(messagesOf(text(5), 'a'.repeat(1000))).toEqual(['Excede los 5 caracteres.']);
  });

  test.each([rawText(5), text(5), line(5), list(z.number(), 5)])(
    'that is too long is read by no later check',
    (schema) => {
      const reads = vi.fn(() => true);
      const refined = (schema as z.ZodType).refine(reads);
      const sent = schema.def.type === 'array' ? [1, 2, 3, 4, 5, 6] : 'abcdef';
      expect(refined.safeParse(sent).success).toBe(false);
      expect(
        z
          .object({ sent: schema as z.ZodType })
          .refine(reads)
          .safeParse({ sent }).success,
      ).toBe(false);
      expect(reads).not.toHaveBeenCalled();
    },
  );

  test('with thousands of accents on one letter is refused before it is composed', () => {
    const began = performance.now();
    expect(messagesOf(text(100_000), 'e\u0301\u0323'.padEnd(100_000, '\u0301\u0323'))).toEqual([
      'Tiene demasiados acentos sobre una misma letra.',
    ]);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
