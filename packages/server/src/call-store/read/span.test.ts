import { expect, test } from 'vitest';
import { splitSpan } from './span.ts';

/** Midnight of the product's zone is 03:00 UTC. */
const at = (text: string) => new Date(`2026-03-${text}:00.000Z`);

test.each([
  ['open span: every day', {}, { days: {}, cuts: [] }],
  [
    'whole days',
    { from: at('10T03:00'), to: at('13T03:00') },
    { days: { from: '2026-03-10', to: '2026-03-13' }, cuts: [] },
  ],
  [
    'both ends cut a day',
    { from: at('10T15:00'), to: at('13T12:30') },
    {
      days: { from: '2026-03-11', to: '2026-03-13' },
      cuts: [
        { from: at('10T15:00'), to: at('11T03:00') },
        { from: at('13T03:00'), to: at('13T12:30') },
      ],
    },
  ],
  [
    'over one midnight: no whole day',
    { from: at('10T15:00'), to: at('11T15:00') },
    {
      days: { from: '2026-03-11', to: '2026-03-11' },
      cuts: [
        { from: at('10T15:00'), to: at('11T03:00') },
        { from: at('11T03:00'), to: at('11T15:00') },
      ],
    },
  ],
  [
    'within one day',
    { from: at('10T15:00'), to: at('10T16:00') },
    { cuts: [{ from: at('10T15:00'), to: at('10T16:00') }] },
  ],
  ['empty span', { from: at('10T15:00'), to: at('10T15:00') }, { cuts: [] }],
  [
    'open at the end',
    { from: at('10T15:00') },
    { days: { from: '2026-03-11' }, cuts: [{ from: at('10T15:00'), to: at('11T03:00') }] },
  ],
  [
    'open at the beginning',
    { to: at('10T15:00') },
    { days: { to: '2026-03-10' }, cuts: [{ from: at('10T03:00'), to: at('10T15:00') }] },
  ],
])('%s', (_name, span, parts) => {
  expect(splitSpan(span)).toEqual(parts);
});
