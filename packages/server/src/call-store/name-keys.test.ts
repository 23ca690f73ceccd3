import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../../test/app.ts';
import { createNameKeys, keysOfSearched } from './name-keys.ts';

const world = useWorld();
const nameKeys = createNameKeys();
const keysInDatabase = async (names: readonly (readonly [string, string])[]) =>
  (
    await sql<{ keys: number[] }>`
      select keys_of_name(first_name, last_name, '') as keys
      from unnest(${names.map(([first]) => first)}::text[], ${names.map(([, last]) => last)}::text[])
        with ordinality as given (first_name, last_name, place) order by place`.execute(world.db)
  ).rows.map(({ keys }) => keys);

const letters = fc.constantFrom(...Array.from("abzAZ áÉñÑçü'-’.1😀š  "));
const name = fc.array(letters, { maxLength: 12 }).map((parts) => parts.join(''));

test('loads and the database compute the same keys', async () => {
  const names = fc.sample(fc.tuple(name, name), 3_000);
  const long: [string, string] = ['a '.repeat(2_000), 'Ñandú'];
  const all = [...names, long, ['', ''] as [string, string]];
  expect(all.map(([first, last]) => [...nameKeys(first, last)])).toEqual(await keysInDatabase(all));
});

test.each([
  ['gonz', ['González', 'gonzaga'], ['Gómez']],
  ['gom', ['Gómez', 'Gom'], ['Ugo', 'González']],
  ['nun', ['Núñez', 'nun'], ['Anun']],
  ["d'ang", ["D'Angelo"], ["D'Amico"]],
  ['san', ['San Martín', 'SÁNCHEZ'], ['Asan']],
  ['li', ['Li', 'Lía', 'LINDA'], ['Ali', 'Lo']],
])('the keys of %s are those of names with a word of that prefix', (word, like, unlike) => {
  const has = (text: string) => {
    const keys = new Set(nameKeys(text, ''));
    return keysOfSearched(word, 2).every((some) => some.some((key) => keys.has(key)));
  };
  expect(like.filter((text) => !has(text))).toEqual([]);
  expect(unlike.filter(has)).toEqual([]);
});
