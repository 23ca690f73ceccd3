import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../../test/app.ts';
import { countedFigures, storedFigures } from '../../../test/calls.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { leftovers, loadFiles } from '../../../test/loads.ts';

/** Large loads with their own leaves: known, repeated and do-not-call people. */
const tuning = { ownPartitionFrom: 10 };
const HEADER = 'telefono;nombre;apellido;documento;email;genero;fecha nacimiento';
const FIRST_OWN_ID = 1_000_000 * 2 ** 24;

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
});

const numberOf = (base: number, n: number) => 1_100_000_000 + base + n;
const lineOf = (base: number, n: number, { number = n, email = '', gender = '', born = '' } = {}) =>
  `${numberOf(base, number)};Persona ${n};De ${base};${base + n};${email};${gender};${born}`;
const manyLines = (base: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => lineOf(base, from + n));
const load = async (lines: readonly string[], header = HEADER) => {
  const campaign = await aCampaign(world);
  const report = await loadFiles(world, coordinator, campaign.id, [{ content: [header, ...lines].join('\n') }], {
    tuning,
  });
  return { id: campaign.id, report };
};
const peopleOf = (base: number) =>
  world.db
    .selectFrom('person')
    .select(['id', 'firstName', 'email', 'gender', 'kind', 'orionId', 'fromExternal', 'version'])
    .where('lastName', '=', `De ${base}`)
    .orderBy('id')
    .execute();
const numbersOf = async (personId: number) =>
  (
    await world.db
      .selectFrom('personPhone')
      .select('number')
      .where('personId', '=', personId)
      .orderBy('number')
      .execute()
  ).map(({ number }) => number);
const callsOf = (campaignId: number) =>
  world.db
    .selectFrom('call')
    .select(['id', 'number', 'personId', 'interested', 'gender', 'birthYear'])
    .where('campaignId', '=', campaignId)
    .orderBy('id')
    .execute();
/** An attached leaf has exactly the parent's columns. */
const columnsOf = async (table: string) =>
  (
    await sql<{ name: string }>`select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by 1`.execute(world.db)
  ).rows.map(({ name }) => name);

test('a known person keeps calls, numbers and flags; a repeated one is one person', async () => {
  const base = 50_000_000;
  await load([lineOf(base, 7, { gender: 'F' })]);
  const known = (await peopleOf(base))[0]!;
  expect(known.id).toBeLessThan(FIRST_OWN_ID);
  await world.db.updateTable('person').set({ interested: true }).where('id', '=', known.id).execute();

  const lines = manyLines(base, 0, 40);
  // A known person on another number with new data, and a new person twice with another number and an email.
  lines[7] = lineOf(base, 7, { number: 107, gender: 'M', born: '02-03-1980' });
  lines.push(lineOf(base, 9, { number: 109, email: 'nueve@correo.ar' }));
  const { id, report } = await load(lines);
  expect(report).toMatchObject({ read: 41, loaded: 41, duplicates: 0, rejected: 0 });

  const people = await peopleOf(base);
  expect(people).toHaveLength(40);
  expect(people[0]).toMatchObject({ id: known.id, gender: 'F' });
  expect(people.slice(1).every((person) => person.id >= FIRST_OWN_ID)).toBe(true);
  expect(await numbersOf(known.id)).toEqual([numberOf(base, 7), numberOf(base, 107)]);
  const nine = people.find(({ firstName }) => firstName === 'Persona 9')!;
  expect(nine.email).toBe('nueve@correo.ar');
  expect(await numbersOf(nine.id)).toEqual([numberOf(base, 9), numberOf(base, 109)]);

  const calls = await callsOf(id);
  expect(calls.map(({ number }) => number)).toEqual(lines.map((line) => Number(line.split(';')[0])));
  expect(calls.map((call) => call.id - calls[0]!.id)).toEqual(calls.map((_, n) => n));
  expect(calls[7]).toMatchObject({ personId: known.id, interested: true, gender: 'F', birthYear: 1980 });
  expect([calls[9]!.personId, calls[40]!.personId]).toEqual([nine.id, nine.id]);
  expect(await storedFigures(world, id)).toEqual(await countedFigures(world, id));
  const leaf = Math.floor(nine.id / 2 ** 24);
  expect(await columnsOf(`person_b${leaf}`)).toEqual(await columnsOf('person'));
  expect(await leftovers(world)).toEqual([]);
});

test('skips blocked numbers and persons without another number', async () => {
  const base = 51_000_000;
  await sql`insert into blocked_number (number, reason)
    values (${numberOf(base, 3)}, 'DO_NOT_CALL'), (${numberOf(base, 30)}, 'INVALID')`.execute(world.db);
  const lines = manyLines(base, 0, 20);
  // Another person on the blocked number, who also has a free one.
  lines.push(lineOf(base, 21, { number: 3 }), lineOf(base, 3, { number: 22 }), lineOf(base, 30));
  const { id, report } = await load(lines);
  expect(report).toMatchObject({ read: 23, loaded: 20, skipped: 3, duplicates: 0 });
  const people = await peopleOf(base);
  expect(people.map(({ firstName }) => firstName).toSorted()).toEqual(
    Array.from({ length: 20 }, (_, n) => `Persona ${n}`).toSorted(),
  );
  const three = people.find(({ firstName }) => firstName === 'Persona 3')!;
  expect(await numbersOf(three.id)).toEqual([numberOf(base, 22)]);
  const calls = await callsOf(id);
  expect(calls.map((call) => call.id - calls[0]!.id)).toEqual(calls.map((_, n) => n));
  expect(calls.some(({ number }) => number === numberOf(base, 3) || number === numberOf(base, 30))).toBe(false);
  expect(await storedFigures(world, id)).toEqual(await countedFigures(world, id));
});

test('contacts of the phone dashboard are unique by id', async () => {
  const base = 52_000_000;
  const lines = Array.from({ length: 30 }, (_, n) => `${lineOf(base, n)};C${base + (n % 25)}`);
  const { id, report } = await load(lines, `${HEADER};contacto id`);
  expect(report).toMatchObject({ read: 30, loaded: 30 });
  const people = await peopleOf(base);
  expect(people).toHaveLength(25);
  expect(people.every(({ kind, orionId }) => kind === 'contact' && orionId !== null)).toBe(true);
  expect(new Set((await callsOf(id)).map(({ personId }) => personId)).size).toBe(25);
  const leaf = sql.raw(`person_b${Math.floor(people[0]!.id / 2 ** 24)}`);
  await expect(
    sql`update ${leaf} set orion_id = ${people[0]!.orionId} where id = ${people[1]!.id}`.execute(world.db),
  ).rejects.toThrow('duplicate key');
});
