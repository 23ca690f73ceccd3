import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { explainFailure } from '../process/startup-error.ts';
import { migrate, readMigrations } from './migrate.ts';

const bare: TestDatabase[] = [];
const anEmptyDatabase = async () => {
  const database = await createBareDatabase();
  bare.push(database);
  return database.url;
};
afterAll(() => Promise.all(bare.map((database) => database.drop())));

async function query<R extends pg.QueryResultRow>(url: string, sql: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

test('applies every migration once to an empty database', async () => {
  const url = await anEmptyDatabase();
  const names = (await readMigrations()).map((file) => file.name);
  expect((await migrate(url)).applied).toEqual(names);
  expect((await migrate(url)).applied).toEqual([]);
});

test('refuses a server older than PostgreSQL 15 without changes', async () => {
  const url = await anEmptyDatabase();
  vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(() => Promise.resolve({ rows: [{ version: 14 }] }));
  await expect(migrate(url)).rejects.toThrow('es PostgreSQL 14: Campanero necesita la versión 15 o una posterior.');
  vi.restoreAllMocks();
  expect(await query(url, "select from pg_tables where schemaname = 'public'")).toEqual([]);
});

test('refuses a database that is not UTF-8 without changes', async () => {
  const url = await anEmptyDatabase();
  const name = `${new URL(url).pathname.slice(1)}_latin`;
  await query(url, `create database "${name}" template template0 encoding 'LATIN1' locale 'C'`);
  const latin = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  await expect(migrate(latin)).rejects.toThrow(/^La codificación de la base de datos es LATIN1.*ENCODING 'UTF8'/);
  expect(await query(latin, "select from pg_tables where schemaname = 'public'")).toEqual([]);
  await query(url, `drop database "${name}"`);
});

test('concurrent starts migrate once', async () => {
  const url = await anEmptyDatabase();
  const runs = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  const names = (await readMigrations()).map((file) => file.name);
  expect(runs.flatMap((run) => run.applied)).toEqual(names);
});

test('a failed migration is rolled back, and the next run continues there', async () => {
  const url = await anEmptyDatabase();
  await query(url, 'create table person (id int)');
  await expect(migrate(url)).rejects.toThrow('La migración 0006_people.sql falló');
  const applied = await query<{ name: string }>(url, 'select name from schema_migration order by name');
  expect(applied.at(-1)?.name).toBe('0005_campaigns.sql');
  const [phones] = await query<{ exists: boolean }>(url, "select to_regclass('person_phone') is not null as exists");
  expect(phones?.exists).toBe(false);
  await query(url, 'drop table person');
  expect((await migrate(url)).applied[0]).toBe('0006_people.sql');
});

test('refuses a file edited after it was applied', async () => {
  const url = await anEmptyDatabase();
  await migrate(url);
  await query(url, "update schema_migration set checksum = 'other' where name = '0005_campaigns.sql'");
  await expect(migrate(url)).rejects.toThrow('La migración 0005_campaigns.sql cambió después de aplicarse');
});

test.each([
  ['0001_platform.sql', '0250_plain_audience_list.sql'],
  ['0001_users.sql', '0015_campaign_statistics.sql'],
])('refuses data of a version before 1.0 (%s, %s) with instructions', async (...names) => {
  const url = await anEmptyDatabase();
  await query(url, 'create table schema_migration (name text primary key, checksum text not null)');
  await query(url, `insert into schema_migration select unnest($1::text[]), 'x'`, [names]);
  const refused = await migrate(url).catch((error: unknown) => error);
  expect(explainFailure(refused)).toMatch(
    /^Los datos son de una versión anterior a la 1\.0.*: mueva la carpeta de datos \(DATA_DIR\) a otro lugar/,
  );
  const [tables] = await query<{ made: boolean }>(url, "select to_regclass('app_user') is not null as made");
  expect(tables?.made).toBe(false);
});

test('refuses a schema of a newer version', async () => {
  const url = await anEmptyDatabase();
  await migrate(url);
  await query(url, "insert into schema_migration (name, checksum) values ('9999_future.sql', 'x')");
  await expect(migrate(url)).rejects.toThrow('9999_future.sql');
});

test('accepts a newer schema that only added, not one that removed', async () => {
  const url = await anEmptyDatabase();
  await migrate(url);
  const add = (name: string, expands: boolean) =>
    query(url, 'insert into schema_migration (name, checksum, expands) values ($1, $2, $3)', [name, 'x', expands]);
  await add('9998_adds.sql', true);
  const said: string[] = [];
  expect((await migrate(url, { log: (message) => void said.push(message) })).applied).toEqual([]);
  expect(said.join()).toMatch(/más nueva \(9998_adds\.sql\), que solo agregó/);
  await add('9999_takes.sql', false);
  await expect(migrate(url)).rejects.toThrow('(9999_takes.sql)');
});

test('stores whether a migration only adds', async () => {
  const url = await anEmptyDatabase();
  await migrate(url);
  expect(await query(url, 'select name from schema_migration where not expands')).toEqual([
    { name: '0046_plain_names.sql' },
  ]);
});

test('history has partitions for this month and the next three', async () => {
  const url = await anEmptyDatabase();
  await migrate(url);
  const [row] = await query<{ covered: boolean }>(
    url,
    `select bool_and(to_regclass('call_history_' || to_char(now() at time zone 'UTC' + n * interval '1 month', 'YYYY_MM')) is not null) as covered
     from generate_series(0, 3) n`,
  );
  expect(row?.covered).toBe(true);
});

test('every partition has the indexes and foreign keys of its parent', async () => {
  const url = await anEmptyDatabase();
  await migrate(url);
  const rows = await query<{ leaf: string; missing: string }>(
    url,
    `select c.relname as leaf, (
       select count(*) from pg_index p where p.indrelid = i.inhparent and not exists (
         select from pg_inherits x join pg_index l on l.indexrelid = x.inhrelid
         where x.inhparent = p.indexrelid and l.indrelid = c.oid and l.indisvalid)
     ) + case i.inhparent when 'call'::regclass then 1 when 'call_history'::regclass then 4 else 0 end - (
       select count(*) from pg_constraint l where l.conrelid = c.oid and l.contype = 'f' and l.convalidated
     ) as missing
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent in ('call'::regclass, 'call_history'::regclass, 'person'::regclass, 'person_phone'::regclass)`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(5);
  expect(rows.filter((row) => Number(row.missing) !== 0)).toEqual([]);
});

/** As the application's role: PostgreSQL itself must refuse all of it. */
const REFUSED = [
  'create table mine (id int)',
  'alter table campaign add column mine int',
  'drop table campaign',
  "update audit set action = 'CAMPAÑA'",
  'delete from audit',
  'truncate audit',
  'delete from audit_block',
  'update call_history set state_id = 2',
  'delete from call_history',
  'delete from call',
  'delete from person',
  'alter table audit disable trigger all',
  'create table call_b5000 partition of call for values from (1) to (2)',
  'select * from schema_migration',
];

test('the application role works but cannot alter tables, nor change audit and history', async () => {
  const url = await anEmptyDatabase();
  const role = `campanero_app_${process.pid}`;
  await query(url, `create role ${role} login password 'app'`);
  try {
    await migrate(url, { appRole: role });
    const appUrl = new URL(url);
    appUrl.username = role;
    appUrl.password = 'app';
    for (const statement of REFUSED)
      await expect(query(appUrl.href, statement), statement).rejects.toThrow(/permission denied|must be owner/);
    await query(
      appUrl.href,
      "insert into app_user (first_name, last_name, email) values ('Ana', 'Paz', 'ana@example.org')",
    );
    await query(appUrl.href, 'select ensure_history_months(), ensure_shared_call_leaf()');
    expect(await query(appUrl.href, 'select * from phone_call')).toEqual([]);
    // As a large load: its own partition, filled and indexed.
    await query(appUrl.href, 'select create_call_leaf(1000000, 1000000)');
    await query(appUrl.href, 'select index_call_leaf(1000000)');
    await query(appUrl.href, 'select attach_call_leaf(1000000, 1000000)');
    // Its foreign key follows in two idempotent steps.
    for (const step of ['constrain', 'constrain', 'validate', 'validate'])
      await query(appUrl.href, `select ${step}_call_leaf(1000000)`);
    expect(await query(appUrl.href, 'select bare_call_leaves()')).toEqual([]);
    await query(
      appUrl.href,
      "select create_people_leaf('person', 1000002), create_people_leaf('person_phone', 1000002)",
    );
    const id = 1_000_002 * 2 ** 24;
    await query(
      appUrl.href,
      `insert into person_b1000002 (id, kind, loaded_number) values (${id}, 'lead', null), (${id + 1}, 'lead', 1144445555)`,
    );
    await query(appUrl.href, `insert into person_phone_b1000002 (person_id, number) values (${id + 1}, 1144445555)`);
    await query(appUrl.href, "select index_people_leaf('person', 1000002), index_people_leaf('person_phone', 1000002)");
    await query(appUrl.href, 'select attach_people_leaf(1000002)');
    await expect(query(appUrl.href, 'delete from person_b1000002')).rejects.toThrow('permission denied');
    // Deleting a number also clears the person's loaded number.
    const loadedNumber = () => query(appUrl.href, `select loaded_number::text from person where id = ${id + 1}`);
    expect(await loadedNumber()).toEqual([{ loaded_number: '1144445555' }]);
    await query(appUrl.href, `delete from person_phone where person_id = ${id + 1}`);
    expect(await loadedNumber()).toEqual([{ loaded_number: null }]);
    await query(appUrl.href, 'select analyze_people()');
  } finally {
    await query(url, `drop owned by ${role}`);
    await query(url, `drop role ${role}`);
  }
});

test('a single role cannot change audit, blocks or history, nor delete calls', async () => {
  const database = await createTestDatabase();
  bare.push(database);
  for (const table of ['audit', 'audit_block', 'call_history']) {
    await expect(query(database.url, `delete from ${table}`)).rejects.toThrow('neither changed nor removed');
    await expect(query(database.url, `truncate ${table}`)).rejects.toThrow();
  }
  await expect(query(database.url, 'delete from call')).rejects.toThrow('never deleted');
});

test('fold() ignores case and accents', async () => {
  const database = await createTestDatabase();
  bare.push(database);
  const [row] = await query<{ folded: string }>(database.url, "select fold('ÁÉÍÓÚÜÑ áéíóúüñ Çà') as folded");
  expect(row?.folded).toBe('aeiouun aeiouun ca');
});

test('attaches a partition during reads and registrations', async () => {
  const database = await createTestDatabase();
  bare.push(database);
  const busy = new pg.Client({ connectionString: database.url });
  await busy.connect();
  try {
    await query(
      database.url,
      "insert into app_user (first_name, last_name, email) values ('Ana', 'Paz', 'ana@example.org')",
    );
    await query(database.url, 'select create_call_leaf(1000000, 1000000), index_call_leaf(1000000)');
    await query(database.url, 'select constrain_call_leaf(1000000)');
    await query(database.url, 'select validate_call_leaf(1000000)');
    await query(
      database.url,
      "select create_people_leaf('person', 1000001), create_people_leaf('person_phone', 1000001)",
    );
    await query(
      database.url,
      "select index_people_leaf('person', 1000001), index_people_leaf('person_phone', 1000001)",
    );
    // The locks of a running registration and list.
    await busy.query('begin');
    await busy.query('select from call, campaign, person, app_user, call_history limit 1');
    await busy.query('lock table call, call_history, person, person_phone, campaign in row exclusive mode');
    await expect(query(database.url, 'select attach_call_leaf(1000000, 1000000)')).resolves.toHaveLength(1);
    await expect(query(database.url, 'select attach_people_leaf(1000001)')).resolves.toHaveLength(1);
  } finally {
    await busy.end();
  }
});
