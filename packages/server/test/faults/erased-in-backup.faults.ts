import { execFile, execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { api } from '@campanero/contract';
import { createCall } from '@campanero/contract/client';
import { productDay } from '@campanero/contract/shared/dates';
import { afterEach, expect, test } from 'vitest';
import { ownerUrl } from '../../src/db/embedded/ensure-database.ts';
import { placeData } from '../../src/db/embedded/place-data.ts';
import { startEmbedded } from '../../src/db/embedded/supervisor.ts';
import { everyFile, everyRow, pgDump, TAGGED, traces } from '../traces.ts';
import { startInstalledPostgres } from './installed-postgres.ts';
import { findProgram, missingPrograms } from './installed-programs.ts';
import { ask, untilWorks } from './postgres-holder.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const PASSWORD = 'campanero-demo';
const PATIENCE_MS = 120_000;
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'campanero-erased-'));
  await chmod(folder, 0o711);
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** As an administrator types it; answers what it printed. */
async function npm(script: string, args: string[], env: Record<string, string>): Promise<string> {
  const done = await promisify(execFile)('npm', ['run', '--silent', script, '--', ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...env },
    timeout: PATIENCE_MS,
  });
  return done.stdout;
}

function start(env: Record<string, string>): ServerProcess {
  const server = startProcess({ SEED: 'demo', LOG_LEVEL: 'trace', ...env });
  undo.push(() => endProcess(server));
  return server;
}

async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  // Logs never held any of it.
  expect(traces(server.output())).toEqual([]);
}

/** Signed in over HTTP; what is refused throws. */
async function clientOf(server: ServerProcess, email: string) {
  const base = await server.ready;
  const makeCall = (token?: string) =>
    createCall(async ({ method, url, body }) => {
      const isForm = body instanceof FormData;
      const reply = await fetch(`${base}/api${url}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    });
  const { token } = await makeCall()(api.auth.login, { body: { email, password: PASSWORD } });
  return makeCall(token);
}
type Client = Awaited<ReturnType<typeof clientOf>>;

/** Loaded, called, noted, corrected, reported, exported; with a rejected row, and with a request if wanted. */
async function liveTagged(call: Client): Promise<number> {
  const { campaigns } = await call(api.campaigns.list, { query: { status: 'EN CURSO', pageSize: 1 } });
  const { id } = campaigns[0]!;
  const form = new FormData();
  const { number, first, last, document, email } = TAGGED;
  const file = `Teléfono;Nombre;Apellido;DNI;Correo\n${number};${first};${last};${document};${email}\n12;${first};${last};47.111.222;\n`;
  form.append('audience[]', new Blob([file], { type: 'text/csv' }), 'audiencia.csv');
  const accepted = await call(api.loads.upload, { params: { id }, query: {}, body: form });
  await untilWorks(async () => {
    const load = await call(api.loads.last, { params: { id } });
    if (load?.id !== accepted.id || load.finishedAt === null) throw new Error(`the load is ${load?.status}`);
  }, PATIENCE_MS);
  const { persons } = await call(api.personalData.search, { body: { text: document } });
  const personId = persons[0]!.id;
  const { calls } = await call(api.personalData.calls, { params: { id: personId }, query: {} });
  const { states } = await call(api.campaigns.detail, { params: { id } });
  await call(api.calls.register, {
    params: { id, callId: calls[0]!.id },
    body: { stateId: states[0]!.id, observations: `${first} pide otra hora`, personId },
  });
  const { person } = await call(api.personalData.person, { params: { id: personId } });
  await call(api.contacts.rectify, {
    params: { id: personId },
    body: { version: person.version, businessName: `${last} e hijos`, reason: `Lo dijo ${first}` },
  });
  await call(api.quickPanel.addNote, { body: { text: `Llamar a ${first} ${last}` } });
  for (const asked of [
    await call(api.exports.audience, { params: { id }, query: {} }),
    await call(api.exports.personalData, { params: { id: personId }, query: {} }),
  ])
    await untilWorks(async () => {
      const made = await call(api.exports.detail, { params: { id: asked.id } });
      if (made.status !== 'COMPLETED') throw new Error(`the export is ${made.status}`);
    }, PATIENCE_MS);
  return personId;
}

const aRequest = (call: Client, personId: number) =>
  call(api.personalData.createRequest, {
    body: {
      kind: 'SUPRESION',
      channel: 'NOTA',
      receivedOn: productDay(new Date()),
      asker: `${TAGGED.first} ${TAGGED.last}`,
      identification: { means: 'DNI' },
      personId,
    },
  });

async function erase(call: Client, personId: number, requestId: number): Promise<void> {
  const params = { id: personId };
  await call(api.erasure.ask, { params, body: { requestId, confirmation: TAGGED.last, keepBlock: false } });
  await untilWorks(async () => {
    const { last } = await call(api.erasure.view, { params });
    if (!last?.finishedAt) throw new Error(`the erasure is at ${last?.step}`);
  }, PATIENCE_MS);
}

/** Once it is answered, the register says no more who asked. */
async function answer(call: Client, id: number, url: string): Promise<void> {
  const { version } = await call(api.personalData.request, { params: { id } });
  await call(api.personalData.answerRequest, {
    params: { id },
    body: { state: 'CUMPLIDO', answer: 'Se borraron sus datos', version },
  });
  await untilWorks(async () => {
    if (traces(await everyRow(url)).length > 0) throw new Error('the sweep has not emptied it yet');
  }, PATIENCE_MS);
}

/** Of a stopped installation with the embedded database. */
async function rowsOf(dataDir: string): Promise<{ rows: string; how: string }> {
  const postgres = await startEmbedded({ dataDir, log: () => {} });
  try {
    const dumped = await pgDump(postgres.url);
    return dumped === undefined
      ? { rows: await everyRow(postgres.url), how: 'every row of every table (no pg_dump of its version)' }
      : { rows: dumped, how: 'pg_dump' };
  } finally {
    await postgres.stop();
  }
}

/** The lines of figures that no erasure may move; calls that are free to be handed out close with it. */
const figuresIn = (rows: string) =>
  rows
    .split('\n')
    .filter((line) => /^public\.(outcome_count|call_total|call_figure)/.test(line) && !line.includes(',free,'))
    .toSorted();

async function expectClean(env: Record<string, string>): Promise<void> {
  expect(await npm('verify', [], env)).toContain('Todo coincide.');
  await npm('audit:verify', [], env);
}

test('a backup from before an erasure, restored: the journal erases the person again, by restore and by erasures:apply', async () => {
  const here = await aFolder();
  const backup = join(await aFolder(), 'older');
  const server = start({ DATA_DIR: here });
  const call = await clientOf(server, 'admin@demo.gob.ar');
  const personId = await liveTagged(call);
  const { id: requestId } = await aRequest(call, personId);
  process.stdout.write(await npm('backup', [backup], { DATA_DIR: here }));
  await erase(call, personId, requestId);
  await stop(server);
  const journal = join(here, 'erasures.log');

  // Restored with the journal in the folder.
  const there = await aFolder();
  await copyFile(journal, join(there, 'erasures.log'));
  expect(await npm('restore', [backup], { DATA_DIR: there })).toContain('se volvió a borrar a una persona');
  const { rows, how } = await rowsOf(there);
  process.stdout.write(`looked through: ${how}\n`);
  // The request is open again in that copy, and somebody has to know whom to answer; nothing else names the person.
  expect(traces(rows).filter((line) => !line.startsWith('public.data_request '))).toEqual([]);
  expect(traces(await everyFile(there))).toEqual([]);
  await expectClean({ DATA_DIR: there });
  const again = start({ DATA_DIR: there });
  const client = await clientOf(again, 'admin@demo.gob.ar');
  const { last } = await client(api.erasure.view, { params: { id: personId } });
  expect(last).toMatchObject({ requestId, step: 'DONE' });
  await answer(client, requestId, ownerUrl((await placeData(there)).socketDir));
  await stop(again);

  // Restored without it: the person is back, which shows that the search can find them; the command makes up for it.
  const late = await aFolder();
  expect(await npm('restore', [backup], { DATA_DIR: late })).toContain('No hay diario de borrados');
  const back = traces((await rowsOf(late)).rows);
  for (const table of ['person', 'call_history', 'audit', 'rejected_row', 'note'])
    expect(back.some((line) => line.startsWith(`public.${table}`))).toBe(true);
  expect(traces(await everyFile(late)).length).toBeGreaterThan(1);
  const figures = figuresIn((await rowsOf(late)).rows);
  await copyFile(journal, join(late, 'erasures.log'));
  expect(await npm('erasures:apply', [], { DATA_DIR: late })).toContain('se volvió a borrar a una persona');
  const after = (await rowsOf(late)).rows;
  expect(traces(after).filter((line) => !line.startsWith('public.data_request '))).toEqual([]);
  expect(traces(await everyFile(late))).toEqual([]);
  expect(figuresIn(after)).toEqual(figures);
  await expectClean({ DATA_DIR: late });
  // Repeated, it finds nobody.
  expect(await npm('erasures:apply', [], { DATA_DIR: late })).toContain('se volvió a borrar a 0 personas');
});

test.skipIf(missingPrograms(['pg_controldata', 'pg_dump', 'psql']).length > 0)(
  'an external PostgreSQL, by its own tools: pg_dump names the person nowhere, nor an older dump after erasures:apply',
  async () => {
    const postgres = await startInstalledPostgres();
    undo.push(() => postgres.stop());
    const here = await aFolder();
    const env = { DATA_DIR: here, JWT_SECRET: 'a-secret-for-tests-that-is-long-enough' };
    const server = start({ ...env, DATABASE_URL: postgres.url('campanero') });
    const call = await clientOf(server, 'admin@demo.gob.ar');
    const personId = await liveTagged(call);
    const older = (await pgDump(postgres.url('campanero')))!;
    expect(traces(older).length).toBeGreaterThan(5);
    // The older copy does not know the request.
    const { id: requestId } = await aRequest(call, personId);
    await erase(call, personId, requestId);
    await answer(call, requestId, postgres.url('campanero'));
    expect(traces((await pgDump(postgres.url('campanero')))!)).toEqual([]);
    expect(traces(await everyFile(here))).toEqual([]);
    await stop(server);
    await expectClean({ ...env, DATABASE_URL: postgres.url('campanero') });

    await ask(postgres.url('postgres'), 'create database older');
    // On a machine of its own, where nothing but the journal is newer than the copy.
    const there = await aFolder();
    await copyFile(join(here, 'erasures.log'), join(there, 'erasures.log'));
    const restored = { ...env, DATA_DIR: there, DATABASE_URL: postgres.url('older') };
    execFileSync(findProgram('psql')!, ['-q', '-v', 'ON_ERROR_STOP=1', '-d', restored.DATABASE_URL], {
      input: older,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    expect(await npm('erasures:apply', [], restored)).toContain('se volvió a borrar a una persona');
    expect(traces((await pgDump(restored.DATABASE_URL))!)).toEqual([]);
    await npm('audit:verify', [], restored);
  },
);
