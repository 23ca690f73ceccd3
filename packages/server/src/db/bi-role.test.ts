import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../test/app.ts';
import { aWorkedCampaign } from '../../test/worked-campaign.ts';
import {
  findOtherRights,
  grantStatements,
  readSite,
  revokeStatements,
  runStatements,
  scramVerifier,
} from './bi-role.ts';
import { withConnection } from './with-connection.ts';

const world = useWorld();
/** Roles belong to the cluster, which other test files share. */
const role = `campanero_bi_${randomBytes(4).toString('hex')}`;
const asOwner = <T>(use: (client: pg.Client) => Promise<T>) => withConnection(world.databaseUrl, use);
const asReader = <T>(use: (client: pg.Client) => Promise<T>) => {
  const url = new URL(world.databaseUrl);
  url.username = role;
  return withConnection(url.href, use);
};
const site = async () => (await asOwner((client) => readSite(client, role)))!;
const grant = async () => {
  const { isNew, ...facts } = await site();
  await asOwner((client) => runStatements(client, grantStatements(facts, scramVerifier('una clave'), isNew)));
};

beforeAll(async () => {
  await aWorkedCampaign(world);
  // As ensure-database.ts sets up the product's database.
  await asOwner(async (client) =>
    client.query(`revoke connect, temporary on database ${pg.escapeIdentifier((await site()).database)} from public`),
  );
  await grant();
});
afterAll(async () => asOwner((client) => client.query(`drop owned by ${role}; drop role ${role}`)));

test('the login reads every view', async () => {
  const { rows: views } = await asOwner((client) =>
    client.query<{ name: string }>(`select table_name as name from information_schema.views where table_schema = 'bi'`),
  );
  expect(views).toHaveLength(10);
  await asReader(async (client) => {
    for (const { name } of views) await client.query(`select * from bi.${name} limit 1`);
    // Its search path is the schema.
    expect((await client.query('select * from campanias')).rowCount).toBe(1);
  });
});

test('it reads no table, runs no function that writes and makes nothing, also outside a read-only transaction', async () => {
  const { rows: tables } = await asOwner((client) =>
    client.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
       where relkind in ('r', 'p', 'm') and nspname in ('public', 'pgboss')`,
    ),
  );
  expect(tables.length).toBeGreaterThan(60);
  const refusals = await asReader(async (client) => {
    await client.query('set default_transaction_read_only = off');
    const tried = [
      ...tables.map(({ name }) => `select from ${name} limit 1`),
      `update bi.estados set estado = 'x'`,
      'delete from bi.estados',
      'create table bi.mine (n int)',
      'create table public.mine (n int)',
      'create schema mine',
      'create temporary table mine (n int)',
      'select public.ensure_shared_call_leaf()',
      'select public.set_history_again(null, null)',
      `select pg_read_file('/etc/passwd')`,
      `copy (select 1) to program 'true'`,
      'alter role current_user superuser',
      'set role postgres',
    ];
    const found: string[] = [];
    for (const statement of tried) {
      const code = await client.query(statement).then(
        () => 'done',
        (error: pg.DatabaseError) => error.code,
      );
      if (code !== '42501') found.push(`${code} ${statement}`);
    }
    return found;
  });
  expect(refusals).toEqual([]);
});

test('sessions begin read-only, with limits; no more than five at once', async () => {
  await asReader(async (client) => {
    const settings = async (name: string) => Object.values((await client.query(`show ${name}`)).rows[0])[0];
    expect(await settings('default_transaction_read_only')).toBe('on');
    expect(await settings('statement_timeout')).toBe('2min');
    expect(await settings('idle_in_transaction_session_timeout')).toBe('1min');
    await client.query(`set statement_timeout = '50ms'`);
    await expect(client.query('select pg_sleep(1)')).rejects.toMatchObject({ code: '57014' });
  });
  const open = (left: number): Promise<void> => (left === 0 ? Promise.resolve() : asReader(() => open(left - 1)));
  await open(5);
  await expect(open(6)).rejects.toMatchObject({ code: '53300' });
});

test('only the verifier of the password reaches the server, and it is the one PostgreSQL computes', async () => {
  const { isNew: _, ...facts } = await site();
  expect(grantStatements(facts, scramVerifier('una clave'), false).join('\n')).not.toContain('una clave');
  await asOwner(async (client) => {
    await client.query(`alter role ${role} password 'otra clave'`);
    const { rows } = await client.query<{ stored: string }>(
      'select rolpassword as stored from pg_authid where rolname = $1',
      [role],
    );
    const stored = rows[0]!.stored;
    const salt = /:([^$]+)\$/.exec(stored)?.[1] ?? '';
    expect(scramVerifier('otra clave', Buffer.from(salt, 'base64'))).toBe(stored);
  });
});

test('views added later are granted too; rights of others are named', async () => {
  await asOwner((client) => client.query('create view bi.later as select 1 as n'));
  await asReader(async (client) => expect((await client.query('select * from bi.later')).rows).toEqual([{ n: 1 }]));
  await asOwner(async (client) => {
    await client.query('drop view bi.later');
    expect(await findOtherRights(client, role)).toEqual([]);
    await client.query(`grant select on app_user to ${role}; grant pg_read_all_data to ${role}`);
    expect(await findOtherRights(client, role)).toEqual(
      expect.arrayContaining(['miembro de pg_read_all_data', 'public.app_user', 'public.person']),
    );
    await client.query(`revoke select on app_user from ${role}; revoke pg_read_all_data from ${role}`);
  });
});

test('granting again changes nothing but the password; quitar ends reading at once', async () => {
  await grant();
  await asReader(async (client) => {
    expect((await client.query('select * from bi.contrato')).rowCount).toBe(1);
    await asOwner(async (owner) => runStatements(owner, revokeStatements(await site())));
    await expect(client.query('select * from bi.contrato')).rejects.toMatchObject({ code: '42501' });
  });
  await expect(asReader(async () => {})).rejects.toMatchObject({ code: '28000' });
  await grant();
  await asReader(async (client) => expect((await client.query('select * from bi.contrato')).rowCount).toBe(1));
});
