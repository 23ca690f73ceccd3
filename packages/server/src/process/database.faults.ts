import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createBareDatabase, type TestDatabase } from '../../test/database.ts';
import { readMigrations } from '../db/migrate.ts';
import { prepareSchema } from './database.ts';

const role = `app_${randomBytes(4).toString('hex')}`;
const databases: TestDatabase[] = [];

/** As on a first start: empty, with an application role besides the owner. */
async function anEmptyDatabase() {
  const database = await createBareDatabase();
  databases.push(database);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'app';
  return { url: url.href, ownerUrl: database.url, stop: async () => {} };
}

const asOwner = async (ownerUrl: string, statement: string) => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
};

afterAll(async () => {
  for (const { url } of databases) await asOwner(url, `drop owned by ${role}`);
  await asOwner(databases[0]!.url, `drop role ${role}`);
  await Promise.all(databases.map((database) => database.drop()));
});

test('of nodes starting together one migrates and the others report that they wait', async () => {
  const migrations = (await readMigrations()).length;
  for (let round = 0; round < Number(process.env['ROUNDS'] ?? 2); round++) {
    const database = await anEmptyDatabase();
    if (round === 0) await asOwner(database.ownerUrl, `create role ${role} login password 'app'`);
    const messages: string[] = [];
    const applied = await Promise.all(
      [1, 2, 3].map(() => prepareSchema(database, (message) => messages.push(message))),
    );
    expect(applied.toSorted((a, b) => a - b)).toEqual([0, 0, migrations]);
    expect(messages.filter((message) => message.startsWith('Otro proceso está preparando'))).toHaveLength(2);
  }
});
