import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../../test/app.ts';
import { countedFigures, storedFigures } from '../../../test/calls.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { callsOf, leftovers, loadFiles, performHere, reportOf, runLoad, upload } from '../../../test/loads.ts';
import { jobCtx, runJob } from '../../../test/jobs.ts';
import { loadWork } from './load-audience.ts';

/** Large loads create their own leaves of people and numbers; small ones share one. */
const FIRST_OWN_ID = 1_000_000 * 2 ** 24;
const tuning = { ownPartitionFrom: 10 };
const HEADER = 'telefono;nombre;apellido;documento;email';

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
});

/** Twenty persons; the first twice with one number, the last sharing a number with the first. */
const aFile = (base: number, email = '') => {
  const line = (n: number, number = base + n) => `11${number};Persona ${n};De ${base};${base + n};${email}`;
  const lines = Array.from({ length: 20 }, (_, n) => line(n));
  return { content: [HEADER, ...lines, line(0).replace(/;$/, ';primera@correo.ar'), line(19, base)].join('\n') };
};

const selectPeople = (base: number) =>
  world.db
    .selectFrom('person')
    .innerJoin('personPhone', 'personPhone.personId', 'person.id')
    .select(['person.id', 'number', 'firstName', 'email', 'identity'])
    .where('lastName', '=', `De ${base}`)
    .orderBy('person.id')
    .orderBy('number')
    .execute();

test('later loads find the people of own leaves', async () => {
  const base = 40_000_000;
  const first = await aCampaign(world);
  const report = await loadFiles(world, coordinator, first.id, [aFile(base)], { tuning });
  expect(report).toMatchObject({ read: 22, loaded: 20, duplicates: 2 });
  const people = await selectPeople(base);
  expect(people).toHaveLength(21);
  expect(people.every(({ id }) => id >= FIRST_OWN_ID)).toBe(true);
  expect(people.filter(({ number }) => number === 1_100_000_000 + base).map(({ firstName }) => firstName)).toEqual([
    'Persona 0',
    'Persona 19',
  ]);
  expect(people[0]).toMatchObject({ firstName: 'Persona 0', email: 'primera@correo.ar' });
  const { rows: strangers } = await sql`
    select id from person where identity is distinct from person_identity(first_name, last_name, document, birthday)`.execute(
    world.db,
  );
  expect(strangers).toEqual([]);

  // A second large load: all people are known, and new data is filled in.
  const second = await aCampaign(world);
  await loadFiles(world, coordinator, second.id, [aFile(base, 'todas@correo.ar')], { tuning });
  const again = await selectPeople(base);
  expect(again.map(({ id, number }) => [id, number])).toEqual(people.map(({ id, number }) => [id, number]));
  expect(new Set(again.map(({ email }) => email))).toEqual(new Set(['primera@correo.ar', 'todas@correo.ar']));
  const persons = (await callsOf(world, second.id)).map(({ personId }) => personId);
  expect(persons).toEqual((await callsOf(world, first.id)).map(({ personId }) => personId));
  expect(await storedFigures(world, second.id)).toEqual(await countedFigures(world, second.id));
  expect(await leftovers(world)).toEqual([]);
});

test('people of shared and own leaves behave alike', async () => {
  const base = 41_000_000;
  await loadFiles(world, coordinator, (await aCampaign(world)).id, [aFile(base)]);
  const shared = await selectPeople(base);
  expect(shared.every(({ id }) => id < FIRST_OWN_ID)).toBe(true);
  const large = await aCampaign(world);
  const more = Array.from({ length: 30 }, (_, n) => `11${base + 500 + n};Otra ${n};De ${base};${base + 500 + n};`);
  const both = { content: [aFile(base).content, ...more].join('\n') };
  expect(await loadFiles(world, coordinator, large.id, [both], { tuning })).toMatchObject({ loaded: 50 });
  const all = await selectPeople(base);
  expect(all).toHaveLength(51);
  expect(all.slice(0, 21)).toEqual(shared);
});

test('a failure after attaching leaves is rolled back and retried', async () => {
  const base = 42_000_000;
  const { id } = await aCampaign(world);
  const accepted = await upload(world, coordinator, id, [aFile(base)]);
  if (accepted.status !== 202) throw new Error('refused');
  let seen: string[] = [];
  // The fence check is the last statement before the commit.
  const fence = async () => {
    seen = await leftovers(world);
    throw new Error('lost at the last moment');
  };
  const run = loadWork.run(jobCtx(world), accepted.body.id, (ctx, attempt) =>
    performHere({ tuning })({ ...ctx, fence }, attempt),
  );
  await expect(run).rejects.toThrow('last moment');
  expect(await selectPeople(base)).toEqual([]);
  expect(seen.some((name) => /^person_b\d+$/.test(name)) && seen.some((name) => /^person_phone_b\d+$/.test(name))).toBe(
    true,
  );
  await runLoad(world, accepted.body.id, { tuning });
  expect(await reportOf(world, coordinator, id)).toMatchObject({ status: 'COMPLETED', loaded: 20 });
  expect(await selectPeople(base)).toHaveLength(21);
  expect(await leftovers(world)).toEqual([]);
});

test('sweeps leaves of cancelled loads only', async () => {
  const base = 43_000_000;
  const { id } = await aCampaign(world);
  const accepted = await upload(world, coordinator, id, [aFile(base)]);
  if (accepted.status !== 202) throw new Error('refused');
  const block = 400_000_000;
  await sql`select create_people_leaf(parent, ${block}::int) from unnest(array['person', 'person_phone']) parent`.execute(
    world.db,
  );
  const note = (working: boolean) =>
    world.db.updateTable('audienceLoad').set({ block, working }).where('id', '=', accepted.body.id).execute();
  await note(true);
  await runJob(world.deps, 'audience.sweep');
  const isLeaf = (name: string) => name.startsWith('person');
  expect((await leftovers(world)).filter(isLeaf)).toEqual([`person_b${block}`, `person_phone_b${block}`]);
  await note(false);
  await runJob(world.deps, 'audience.sweep');
  expect((await leftovers(world)).filter(isLeaf)).toEqual([]);
  expect(await selectPeople(40_000_000)).toHaveLength(21);
});
