import { execFile, execFileSync } from 'node:child_process';
import { chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { api } from '@campanero/contract';
import { createCall } from '@campanero/contract/client';
import { productDay } from '@campanero/contract/shared/dates';
import { afterAll, expect, test } from 'vitest';
import { everyFile, everyRow, TAGGED, traces } from '../traces.ts';
import { startInstalledPostgres } from './installed-postgres.ts';
import { findProgram, missingPrograms } from './installed-programs.ts';
import { ask, untilWorks } from './postgres-holder.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const isMissing = missingPrograms(['pg_basebackup', 'pg_verifybackup', 'tar']).length > 0;
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const PATIENCE_MS = 120_000;

const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

/** As an administrator types it; returns what it printed. */
async function npm(script: string, env: Record<string, string>): Promise<string> {
  const done = await promisify(execFile)('npm', ['run', '--silent', script], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...env },
    timeout: PATIENCE_MS,
  }).catch((error: Error & { stdout: string }) => {
    throw new Error(`${error.message}: ${error.stdout}`, { cause: error });
  });
  return done.stdout;
}

/** Signed in as the administrator of the demo; what is refused throws. */
async function signIn(server: ServerProcess) {
  const base = await server.ready;
  const makeCall = (token?: string) =>
    createCall(async ({ method, url, body }) => {
      const isForm = body instanceof FormData;
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      };
      const content = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
      const reply = await fetch(`${base}/api${url}`, { method, headers, ...content });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    });
  const { token } = await makeCall()(api.auth.login, {
    body: { email: 'admin@demo.gob.ar', password: 'campanero-demo' },
  });
  return makeCall(token);
}
type Client = Awaited<ReturnType<typeof signIn>>;

/** Loads a file with the one person; returns who it is. */
async function loadTagged(call: Client): Promise<number> {
  const { campaigns } = await call(api.campaigns.list, { query: { status: 'EN CURSO', pageSize: 1 } });
  const { id } = campaigns[0]!;
  const { number, first, last, document } = TAGGED;
  const form = new FormData();
  const file = new Blob([`Teléfono;Nombre;Apellido;DNI\n${number};${first};${last};${document}\n`]);
  form.append('audience[]', file, 'audiencia.csv');
  const accepted = await call(api.loads.upload, { params: { id }, query: {}, body: form });
  await untilWorks(async () => {
    const load = await call(api.loads.last, { params: { id } });
    if (load?.id !== accepted.id || load.finishedAt === null) throw new Error(`the load is ${load?.status}`);
  }, PATIENCE_MS);
  const { persons } = await call(api.personalData.search, { body: { text: document } });
  return persons[0]!.id;
}

async function erase(call: Client, id: number): Promise<void> {
  const { id: requestId } = await call(api.personalData.createRequest, {
    body: {
      kind: 'SUPRESION',
      channel: 'NOTA',
      receivedOn: productDay(new Date()),
      asker: 'Una persona',
      identification: { means: 'DNI' },
      personId: id,
    },
  });
  await call(api.erasure.ask, { params: { id }, body: { requestId, confirmation: TAGGED.last, keepBlock: false } });
  await untilWorks(async () => {
    const { last } = await call(api.erasure.view, { params: { id } });
    if (!last?.finishedAt) throw new Error(`the erasure is at ${last?.step}`);
  }, PATIENCE_MS);
}

const notesOf = async (call: Client) => (await call(api.quickPanel.data)).notes.map(({ title }) => title);

// The steps of docs/operations/backup.md, "To a moment": archive, base backup, work, a mistake, and back to the moment before it.
test.skipIf(isMissing)(
  'a database restored to the moment before a mistake: what came before is there, whoever was erased stays erased',
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
    const dataDir = await mkdtemp(join(tmpdir(), 'campanero-moment-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const env = { DATA_DIR: dataDir, JWT_SECRET: 'a-secret-for-tests-that-is-long-enough', DATABASE_URL: url };

    const server = startProcess({ ...env, SEED: 'demo', LOG_LEVEL: 'warn' });
    undo.push(() => endProcess(server));
    const call = await signIn(server);
    // The nightly base backup, while people work.
    const personId = await loadTagged(call);
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

    // After the moment: somebody is erased, somebody works on, and then the mistake.
    await erase(call, personId);
    await call(api.quickPanel.addNote, { body: { text: 'Después del momento' } });
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
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

    // The person is back with the moment; the journal in DATA_DIR is newer.
    expect(traces(await everyRow(url)).length).toBeGreaterThan(0);
    expect(await npm('erasures:apply', env)).toContain('se volvió a borrar a una persona');
    expect(traces(await everyRow(url))).toEqual([]);
    expect(traces(await everyFile(dataDir))).toEqual([]);
    expect(await npm('verify', env)).toContain('Todo coincide.');
    process.stdout.write(await npm('audit:verify', env));

    const again = startProcess({ ...env, LOG_LEVEL: 'warn' });
    undo.push(() => endProcess(again));
    const notes = await notesOf(await signIn(again));
    expect(notes).toContain('Antes del error');
    expect(notes).not.toContain('Después del momento');
    expect(await ask(url, 'select from call_history limit 1')).toHaveLength(1);
  },
);
