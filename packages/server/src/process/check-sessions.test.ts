import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBareDatabase, type TestDatabase } from '../../test/database.ts';
import { prepareSchema } from './database.ts';
import { refuseWrongOwner } from './check-sessions.ts';

let one: TestDatabase;
let other: TestDatabase;
const role = `campanero_check_${process.pid}`;
const ask = async (url: string, ...statements: string[]) => {
  const client = new pg.Client(url);
  await client.connect();
  let rows: unknown[] = [];
  for (const statement of statements) rows = (await client.query(statement)).rows;
  await client.end();
  return rows;
};
const asRole = (url: string) => Object.assign(new URL(url), { username: role, password: 'app' }).href;

beforeAll(async () => {
  [one, other] = await Promise.all([createBareDatabase(), createBareDatabase()]);
  await ask(one.url, `create role ${role} login password 'app'`);
});
afterAll(async () => {
  for (const { url } of [one, other]) await ask(url, `drop owned by ${role}`);
  await ask(one.url, `drop role ${role}`);
  await Promise.all([one.drop(), other.drop()]);
});

test('refuses an owner URL of another database', async () => {
  const attempt = prepareSchema({ url: asRole(one.url), ownerUrl: other.url, stop: async () => {} }, () => {});
  await expect(attempt).rejects.toThrow(
    /^DATABASE_OWNER_URL y DATABASE_URL no llevan a la misma base de datos: la primera lleva a «\w+» en .*no se cambió nada\.$/,
  );
  expect(await ask(other.url, "select to_regclass('schema_migration') as made")).toEqual([{ made: null }]);
});

test('accepts the same database with two roles', async () => {
  expect(await refuseWrongOwner(asRole(one.url), one.url)).toBeUndefined();
});

test('refuses swapped URLs and names the owner', async () => {
  await ask(one.url, 'create table schema_migration (name text)');
  await expect(refuseWrongOwner(one.url, asRole(one.url))).rejects.toThrow(
    new RegExp(`Las tablas son de «\\w+», y DATABASE_OWNER_URL entra como «${role}»`),
  );
  await refuseWrongOwner(asRole(one.url), one.url);
});
