import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createDb, createPool, type Db } from '../client.ts';
import { installJobSchema } from '../../jobs/schema.ts';
import { migrate } from '../migrate.ts';
import { runSeed } from './seed.ts';

let database: TestDatabase;
let db: Db;
beforeEach(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.url));
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

const hash = async (password: string) => `$argon2id$of ${password}`;
const base = { seed: 'base', adminEmail: 'jefa@ciudad.gob.ar', adminPassword: undefined } as const;

test('the base seed brings the whole catalogue and the official places', async () => {
  expect(await runSeed({ db, config: base, hash })).toMatchObject({ kind: 'base', isNew: true });
  const { rows } = await sql`select
    (select count(*) from location_district) as districts, (select count(*) from location_section) as sections,
    (select count(*) from location_subsection) as subsections, (select count(*) from state) as states,
    (select array_agg(id order by id) from state where callback) as callback,
    (select array_agg(id order by id) from state where contactability) as contactability,
    (select array_agg(id order by id) from state where effectiveness) as effectiveness,
    (select count(distinct color) from state) as colours,
    (select name from state where id = 1) as first, (select name from state where id = 17) as last,
    (select count(*) from objective_state where state_id in (1, 17)) as system_states_linked`.execute(db);
  expect(rows[0]).toMatchObject({
    districts: 24,
    sections: 529,
    subsections: 3931,
    states: 17,
    callback: [3, 4, 5, 6, 12, 13],
    contactability: [2, 6, 9, 10, 12, 14, 15, 16],
    effectiveness: [10, 14, 15, 16],
    colours: 17,
    first: 'Pendiente',
    last: 'Inválido',
    systemStatesLinked: 0,
  });
});

test('the first administrator gets a password that is shown once and has to be changed', async () => {
  const { oneTimePassword } = await runSeed({ db, config: base, hash });
  expect(oneTimePassword).toMatch(/^[\w-]{16}$/);
  const people = await db.selectFrom('appUser').select(['email', 'passwordHash', 'mustChangePassword']).execute();
  expect(people).toEqual([
    { email: 'jefa@ciudad.gob.ar', passwordHash: `$argon2id$of ${oneTimePassword}`, mustChangePassword: true },
  ]);
  expect(await db.selectFrom('userRole').select('roleId').execute()).toEqual([{ roleId: 5 }]);
});

test('a given password is used and never printed', async () => {
  const result = await runSeed({ db, config: { ...base, adminPassword: 'elegida-por-mi' }, hash });
  expect(result.oneTimePassword).toBeUndefined();
  expect(await db.selectFrom('appUser').select('passwordHash').executeTakeFirst()).toEqual({
    passwordHash: '$argon2id$of elegida-por-mi',
  });
});

test('a second start, with whatever settings, adds nothing', async () => {
  await runSeed({ db, config: base, hash });
  expect(await runSeed({ db, config: { ...base, seed: 'demo' }, hash })).toEqual({ kind: 'base', isNew: false });
  expect(await runSeed({ db, config: { ...base, adminEmail: 'otra@ciudad.gob.ar' }, hash })).toEqual({
    kind: 'base',
    isNew: false,
  });
  expect(await db.selectFrom('appUser').select('email').execute()).toEqual([{ email: 'jefa@ciudad.gob.ar' }]);
});

test('an administrator can be named at a later start while there are no users', async () => {
  await runSeed({ db, config: { ...base, adminEmail: undefined }, hash });
  expect(await db.selectFrom('appUser').select('id').execute()).toEqual([]);
  expect(await runSeed({ db, config: base, hash })).toMatchObject({
    isNew: false,
    oneTimePassword: expect.any(String),
  });
});

test('of several nodes that start together one seeds', async () => {
  const results = await Promise.all([1, 2, 3].map(() => runSeed({ db, config: base, hash })));
  expect(results.filter((result) => result.isNew)).toHaveLength(1);
  expect(results.filter((result) => result.oneTimePassword)).toHaveLength(1);
  expect(await db.selectFrom('appUser').select('email').execute()).toHaveLength(1);
});

test('a node that waits for another one to seed waits longer than a statement may take', async () => {
  const hurried = createDb(createPool(database.url, { statementTimeout: 400 }));
  try {
    const waiting = async () =>
      (
        await sql`select from pg_locks where locktype = 'advisory' and not granted and database =
          (select oid from pg_database where datname = current_database())`.execute(db)
      ).rows.length;
    const waiter = await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(7261, 3)`.execute(trx);
      const seeding = runSeed({ db: hurried, config: base, hash });
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
      // Longer than the other one's statements may take.
      await sql`select pg_sleep(0.5)`.execute(trx);
      return { seeding };
    });
    await expect(waiter.seeding).resolves.toMatchObject({ isNew: true });
  } finally {
    await hurried.destroy();
  }
});

test('demo data that fail in the middle leave nothing for the next start, which does it whole', async () => {
  const failing = { ...base, seed: 'demo' } as const;
  const seedDemo = async () => {
    await sql`insert into app_user (first_name, last_name, email) values ('Ana', 'Díaz', 'ana@demo.gob.ar')`.execute(
      db,
    );
    throw new Error('no memory left');
  };
  await expect(runSeed({ db, config: failing, hash, seedDemo })).rejects.toThrow('no memory left');
  await db.destroy();
  await migrate(database.url, { afterMigrations: () => installJobSchema(database.url) });
  db = createDb(createPool(database.url));
  expect(await db.selectFrom('state').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('appUser').select('id').execute()).toEqual([]);
  expect(await runSeed({ db, config: base, hash })).toMatchObject({ isNew: true });
});

test('a node that starts while another one makes the demo data does not touch them', async () => {
  const seedDemo = async () => {
    await migrate(database.url);
    expect(await db.selectFrom('state').select('id').execute()).not.toEqual([]);
  };
  expect(await runSeed({ db, config: { ...base, seed: 'demo' }, hash, seedDemo })).toMatchObject({ kind: 'demo' });
});
