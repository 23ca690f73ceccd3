import { expect, test } from 'vitest';
import { faultOf } from './logical-styles.ts';

const literal = (value: string | number) => ({ type: 'Literal', value });

test.each([
  ['pl', 3],
  ['marginRight', 'auto'],
  ['left', 0],
  ['textAlign', 'right'],
  ['padding', '0 8px 0 6px'],
  ['borderRadius', '12px 0 0 12px'],
] as const)('%s: %s has a side', (name, value) => {
  expect(faultOf(name, literal(value))).toContain('right to left');
});

test.each([
  ['paddingInlineStart', 3],
  ['textAlign', 'end'],
  ['padding', '0 8px'],
  ['padding', '4px 8px 2px 8px'],
  ['borderRadius', '0 0 12px 12px'],
  ['top', 0],
] as const)('%s: %s has none', (name, value) => {
  expect(faultOf(name, literal(value))).toBeUndefined();
});

test('a measure that is computed is no style', () => {
  expect(faultOf('left', { type: 'BinaryExpression' })).toBeUndefined();
});
