import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../../test/app.ts';
import { createIdentifier, HIGH, LOW } from './identity.ts';

const world = useWorld();

const name = fc.oneof(
  fc.constantFrom('José  María', ' ÑANDÚ', 'de la Torre', '', ' ', 'Łukasz É', '日本 Ana', 'ÿ'),
  fc.string({ unit: fc.constantFrom('a', 'Z', 'É', 'ñ', ' ', 'ş', '-', "'"), maxLength: 30 }),
);
const person = fc.record({
  firstName: name,
  lastName: name,
  document: fc.option(fc.stringMatching(/^[A-Z0-9]{1,12}$/), { nil: null }),
  birthday: fc.option(fc.constantFrom('1980-02-29', '2001-12-01'), { nil: null }),
});

test('loads and the database compute the same identity', async () => {
  const people = fc.sample(person, 400);
  const identifier = createIdentifier();
  const { rows } = await sql<{ identity: string | null }>`
    select person_identity(first_name, last_name, document, birthday)::text as identity
    from unnest(${people.map((each) => each.firstName)}::text[], ${people.map((each) => each.lastName)}::text[],
      ${people.map((each) => each.document)}::text[], ${people.map((each) => each.birthday)}::date[])
      with ordinality as given (first_name, last_name, document, birthday, n) order by n`.execute(world.db);
  let known = 0;
  for (const [index, each] of people.entries()) {
    const { identity } = rows[index]!;
    if (identity === null) continue;
    known += 1;
    const found = identifier.ofPerson({ ...each, number: '1145551234' });
    expect({ ...each, identity }).toEqual({
      ...each,
      identity: String(BigInt.asIntN(64, (BigInt(found[HIGH]!) << 32n) | BigInt(found[LOW]! >>> 0))),
    });
  }
  expect(known).toBeGreaterThan(100);
});

test('is_same_name() agrees with comparing folded names', async () => {
  const pairs = fc.sample(fc.tuple(name, name, name, name), 400);
  const same = pairs.map(([first, last]) => [first, last, ` ${first.toUpperCase()}`, `${last}  `] as const);
  const all = [...pairs, ...same];
  const column = (at: number) => all.map((each) => each[at as 0]);
  const { rows } = await sql<{ isSame: boolean; isFolded: boolean }>`
    select is_same_name(a, b, c, d) as "isSame", fold_name(a, b) = fold_name(c, d) as "isFolded"
    from unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::text[]) as given (a, b, c, d)`.execute(
    world.db,
  );
  expect(rows.map(({ isSame }) => isSame)).toEqual(rows.map(({ isFolded }) => isFolded));
  expect(rows.filter(({ isSame }) => isSame).length).toBeGreaterThan(200);
});

test('ignores accents, case and blanks; distinguishes document, date and number', () => {
  const identifier = createIdentifier();
  const of = (firstName: string, lastName: string, document: string | null, birthday: string | null, number: string) =>
    JSON.stringify(identifier.ofPerson({ firstName, lastName, document, birthday, number }));
  expect(of('JOSÉ', 'Núñez', '1', null, '1')).toBe(of(' jose ', 'nunez', '1', '1990-01-01', '2'));
  expect(of('José', 'Núñez', null, '1990-01-01', '1')).toBe(of('Jose', 'Nunez', null, '1990-01-01', '2'));
  expect(of('José', 'Núñez', null, null, '1')).not.toBe(of('José', 'Núñez', null, null, '2'));
  expect(of('José', 'Núñez', '1', null, '1')).not.toBe(of('José', 'Núñez', '2', null, '1'));
  expect(of('', '', '1', '1990-01-01', '1')).toBe(of('', '', null, null, '1'));
});
