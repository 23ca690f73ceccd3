import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownerUrl, superuserUrl } from '../../src/db/embedded/ensure-database.ts';
import { placeData } from '../../src/db/embedded/place-data.ts';
import { startEmbedded } from '../../src/db/embedded/supervisor.ts';
import { filesWithBytes, TAGGED } from '../traces.ts';
import { aFolder, answer, aRequest, clientOf, erase, liveTagged, npm, start, stop, undo } from './erasing-server.ts';
import { startInstalledPostgres } from './installed-postgres.ts';
import { missingPrograms } from './installed-programs.ts';
import { ask } from './postgres-holder.ts';

const WORDS = ['xyloquaz', 'brumbleth', TAGGED.document, '47.111.222', TAGGED.number];

test('after erasures:purge no byte of an erased person is in the data folder, nor in a backup', async () => {
  const here = await aFolder();
  const server = start({ DATA_DIR: here });
  const call = await clientOf(server, 'admin@demo.gob.ar');
  const personId = await liveTagged(call);
  const { id: requestId } = await aRequest(call, personId);
  await erase(call, personId, requestId);
  const { socketDir } = await placeData(here);
  await answer(call, requestId, ownerUrl(socketDir));
  await ask(superuserUrl(socketDir), 'checkpoint');
  const left = await filesWithBytes(here, WORDS, [TAGGED.number]);
  // Before the command pages still contain them, which also proves the search.
  expect(left.length).toBeGreaterThan(3);
  process.stdout.write(`before: ${left.length} files\n`);

  const said = await npm('erasures:purge', [], { DATA_DIR: here });
  expect(said).toContain('no quedan bytes');
  expect(said).not.toContain('WAL');
  expect(await filesWithBytes(here, WORDS, [TAGGED.number])).toEqual([]);

  const backup = join(await aFolder(), 'later');
  await npm('backup', [backup], { DATA_DIR: here });
  expect(await filesWithBytes(backup, WORDS, [TAGGED.number])).toEqual([]);
  await stop(server);
  expect(await npm('verify', [], { DATA_DIR: here })).toContain('Todo coincide.');
  expect(await filesWithBytes(here, WORDS, [TAGGED.number])).toEqual([]);
  // With the server stopped it starts the database itself.
  expect(await npm('erasures:purge', [], { DATA_DIR: here })).toContain('no quedan bytes');
  const postgres = await startEmbedded({ dataDir: here, log: () => {} });
  await postgres.stop();
});

test.skipIf(missingPrograms(['pg_controldata']).length > 0)(
  'on an installed PostgreSQL the owner of the database rewrites everything but the log, and the command says so',
  async () => {
    const postgres = await startInstalledPostgres();
    undo.push(() => postgres.stop());
    await ask(postgres.url('postgres'), 'create role owner_role login');
    await ask(postgres.url('postgres'), 'create role table_role login');
    await ask(postgres.url('postgres'), 'alter database campanero owner to owner_role');
    const url = (role: string) => postgres.url('campanero').replace('postgres@', `${role}@`);
    const here = await aFolder();
    const env = {
      DATA_DIR: here,
      JWT_SECRET: 'a-secret-for-tests-that-is-long-enough',
      DATABASE_URL: url('owner_role'),
    };
    const server = start(env);
    const call = await clientOf(server, 'admin@demo.gob.ar');
    const personId = await liveTagged(call);
    const { id: requestId } = await aRequest(call, personId);
    await erase(call, personId, requestId);
    await answer(call, requestId, env.DATABASE_URL);
    const search = async () => {
      await ask(postgres.url('campanero'), 'checkpoint');
      return filesWithBytes(postgres.data, WORDS, [TAGGED.number]);
    };
    expect((await search()).filter((path) => path.startsWith('/base/')).length).toBeGreaterThan(3);

    // A role that is not the owner.
    await ask(url('owner_role'), 'grant usage on schema public, pgboss to table_role');
    await ask(url('owner_role'), 'grant all on all tables in schema public, pgboss to table_role');
    const refused = await npm('erasures:purge', [], { ...env, DATABASE_URL: url('table_role') }).catch(
      ({ message }: Error) => message,
    );
    expect(refused).toContain('Se volvieron a escribir 0 tablas');
    expect(refused).toMatch(/Este rol no puede volver a escribir .*\baudit\b.*pg_statistic.*DATABASE_OWNER_URL/);

    const said = await npm('erasures:purge', [], env);
    process.stdout.write(said);
    expect(said).not.toContain('no puede volver a escribir');
    expect(said).toContain('El registro de escrituras (WAL) puede tenerlos todavía: este rol no puede vaciarlo.');
    expect((await search()).filter((path) => !path.startsWith('/pg_wal/'))).toEqual([]);

    // The advised command, with the server running.
    const emptied = await npm('erasures:purge', [], { ...env, DATABASE_OWNER_URL: postgres.url('campanero') });
    expect(emptied).not.toContain('WAL');
    expect(await search()).toEqual([]);
    await stop(server);
    expect(await npm('verify', [], env)).toContain('Todo coincide.');
  },
);
