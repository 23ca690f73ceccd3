import { expect, test } from 'vitest';
import { rebase } from './record-draft.ts';

const base = { name: 'Ana', mail: 'a@x', tags: [1, 2] };
type Values = typeof base;
const typed = (values: Partial<Values>) => ({ version: 3, base, values: { ...base, ...values }, conflicts: [] });
const saved = (values: Partial<Values>) => ({ version: 7, values: { ...base, ...values } });

test.each<
  [what: string, mine: Partial<Values>, theirs: Partial<Values>, result: Values, clashes: string[], told: string[]]
>([
  ['another part of the record changed', { name: 'Eva' }, {}, { ...base, name: 'Eva' }, [], []],
  ['another field', { name: 'Eva' }, { mail: 'b@x' }, { ...base, name: 'Eva', mail: 'b@x' }, [], ['mail']],
  ['the same field', { name: 'Eva' }, { name: 'Luz' }, { ...base, name: 'Eva' }, ['name'], []],
  ['the same field to the same value', { name: 'Eva' }, { name: 'Eva' }, { ...base, name: 'Eva' }, [], []],
  ['a list', { tags: [1] }, { tags: [1, 2, 3] }, { ...base, tags: [1] }, ['tags'], []],
  ['both', { name: 'Eva' }, { name: 'Luz', mail: 'b@x' }, { ...base, name: 'Eva', mail: 'b@x' }, ['name'], ['mail']],
  ['a field that was cleared', { name: '' }, { name: 'Luz' }, { ...base, name: '' }, ['name'], []],
])('somebody else changed %s', (_what, mine, theirs, result, clashes, told) => {
  const next = rebase(typed(mine), saved(theirs));
  expect(next).toMatchObject({ version: 7, base: { ...base, ...theirs }, values: result });
  const named = (isClash: boolean) => next.conflicts.filter((one) => one.isClash === isClash).map(({ field }) => field);
  expect([named(true), named(false)]).toEqual([clashes, told]);
});
