import { execFileSync } from 'node:child_process';
import { chown, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '@campanero/contract';
import { expect, test } from 'vitest';
import { everyFile, everyRow, traces } from '../traces.ts';
import {
  aCampaign,
  aFolder,
  aRequest,
  type Client,
  clientOf,
  erase,
  loadTagged,
  npm,
  start,
  stop,
  undo,
} from './erasing-server.ts';
import { startInstalledPostgres } from './installed-postgres.ts';
import { findProgram, missingPrograms } from './installed-programs.ts';
import { ask, untilWorks } from './postgres-holder.ts';

const isMissing = missingPrograms(['pg_basebackup', 'pg_verifybackup', 'tar']).length > 0;
const PATIENCE_MS = 120_000;
const ADMIN = 'admin@demo.gob.ar';

const notesOf = async (call: Client) => (await call(api.quickPanel.data)).notes.map(({ title }) => title);

// The steps of docs/operations/backup.md, "Restaurar a un momento".
test.skipIf(isMissing)(
  'a database restored to the moment before a mistake: earlier changes are there, erased persons stay erased',
  async () => {
    const postgres = await startInstalledPostgres((folder) => [
      'archive_mode = on',
      `archive_command = 'test ! -f ${folder}/archive/%f && cp %p ${folder}/archive/%f.part && mv ${folder}/archive/%f.part ${folder}/archive/%f'`,
      'archive_timeout = 60',
    ]);
    undo.push(() => postgres.stop());
    const { folder, account } = postgres;
    for (const name of ['archive', 'base', 'restored']) {
      await mkdir(join(folder, name), { mode: 0o700 });
      await chown(join(folder, name), account.uid, account.gid);
    }
    const run = (program: string, ...args: string[]) =>
      execFileSync(findProgram(program)!, args, { ...account.identity, cwd: folder });
    const url = postgres.url('campanero');
    const dataDir = await aFolder();
    const env = { DATA_DIR: dataDir, JWT_SECRET: 'a-secret-for-tests-that-is-long-enough', DATABASE_URL: url };

    const server = start(env);
    const call = await clientOf(server, ADMIN);
    // The nightly base backup, during work.
    const personId = await loadTagged(call, await aCampaign(call));
    run(
      'pg_basebackup',
      '-d',
      postgres.url('postgres'),
      '-D',
      join(folder, 'base'),
      '-Ft',
      '-z',
      '-X',
      'none',
      '-c',
      'fast',
    );
    await call(api.quickPanel.addNote, { body: { text: 'Antes del error' } });
    await pause(1_100);
    const [moment] = await ask<{ now: string }>(url, 'select clock_timestamp()::text as now');
    await pause(1_100);
    await cp(join(dataDir, 'files'), join(folder, 'files'), { recursive: true });

    // After the recovery target: an erasure, more work, and then the mistake.
    const { id: requestId } = await aRequest(call, personId);
    await erase(call, personId, requestId);
    await call(api.quickPanel.addNote, { body: { text: 'Después del momento' } });
    await stop(server);
    await ask(url, 'drop table call_history cascade');
    await ask(url, 'select pg_switch_wal()');

    run('tar', '-xzf', join(folder, 'base', 'base.tar.gz'), '-C', join(folder, 'restored'));
    await writeFile(join(folder, 'restored', 'recovery.signal'), '');
    await chown(join(folder, 'restored', 'recovery.signal'), account.uid, account.gid);
    const settings = [
      `restore_command = 'cp ${folder}/archive/%f %p'`,
      `recovery_target_time = '${moment!.now}'`,
      `recovery_target_action = 'promote'`,
      `archive_mode = off`,
    ];
    await writeFile(join(folder, 'restored', 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
    await postgres.restartOn(join(folder, 'restored'));
    await untilWorks(async () => {
      const [found] = await ask<{ recovering: boolean }>(url, 'select pg_is_in_recovery() as recovering');
      if (found!.recovering) throw new Error('it still replays the log');
    }, PATIENCE_MS);
    await cp(join(folder, 'files'), join(dataDir, 'files'), { recursive: true });

    // The person is back; the journal in DATA_DIR is newer.
    expect(traces(await everyRow(url)).length).toBeGreaterThan(0);
    expect(await npm('erasures:apply', [], env)).toContain('se volvió a borrar a una persona');
    expect(traces(await everyRow(url))).toEqual([]);
    expect(traces(await everyFile(dataDir))).toEqual([]);
    expect(await npm('verify', [], env)).toContain('Todo coincide.');
    process.stdout.write(await npm('audit:verify', [], env));

    const notes = await notesOf(await clientOf(start(env), ADMIN));
    expect(notes).toContain('Antes del error');
    expect(notes).not.toContain('Después del momento');
    expect(await ask(url, 'select from call_history limit 1')).toHaveLength(1);
  },
);
