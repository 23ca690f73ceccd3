import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { api } from '@campanero/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInfected } from '../../src/integrations/scanner/clamd.ts';
import { auditOf } from '../actors.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { aCampaignForm, aCoordinator, type TestUser } from '../factories.ts';
import { aPng, pngTextChunk } from '../file-samples.ts';
import { sendForm } from '../forms.ts';
import { runDoctor } from './run-doctor.ts';
import { freePorts } from './free-ports.ts';
import { findProgram, missingPrograms } from './installed-programs.ts';
import { keepLog } from './keep-log.ts';
import { untilWorks } from './postgres-holder.ts';

const isMissing = missingPrograms(['clamd']).length > 0;
/** The only signature of this clamd, so that none has to be downloaded. */
const VIRUS = 'campanero-virus-de-prueba';
const STREAM_MAX = 2 * 1024 * 1024;

const undo: (() => Promise<unknown>)[] = [];
const { log, logged } = keepLog();
let folder: string;
let url: string;
let clamd: ChildProcess | undefined;
let world: TestApp;
let coordinator: TestUser;
let fields: Awaited<ReturnType<typeof aCampaignForm>>;

async function startClamd(): Promise<void> {
  clamd = spawn(findProgram('clamd')!, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
  await untilWorks(() => isInfected(url, Readable.from([Buffer.from('x')])), 60_000);
}
async function killClamd(): Promise<void> {
  const running = clamd;
  clamd = undefined;
  running?.kill('SIGKILL');
  if (running) await once(running, 'exit');
}

beforeAll(async () => {
  if (isMissing) return;
  folder = await mkdtemp(join(tmpdir(), 'campanero-clamd-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const [port] = await freePorts(1);
  url = `tcp://127.0.0.1:${port}`;
  await mkdir(join(folder, 'signatures'));
  await writeFile(join(folder, 'signatures', 'own.ndb'), `Prueba:0:*:${Buffer.from(VIRUS).toString('hex')}\n`);
  await writeFile(
    join(folder, 'clamd.conf'),
    `Foreground yes\nTCPSocket ${port}\nTCPAddr 127.0.0.1\nDatabaseDirectory ${folder}/signatures\nStreamMaxLength ${STREAM_MAX}\n`,
  );
  await startClamd();
  undo.push(killClamd);
  world = await createTestApp({ config: { clamavUrl: url }, log });
  undo.push(() => world.close());
  coordinator = await aCoordinator(world);
  fields = await aCampaignForm(world, coordinator);
});
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

const send = (content: Buffer) =>
  sendForm(world, coordinator, api.campaigns.create, { fields, files: [{ name: 'guion.png', content }] });
const AWAY = { status: 503, body: { message: 'No se pudo revisar el archivo. Inténtelo de nuevo en unos minutos.' } };

test.skipIf(isMissing)('accepts a clean file, refuses and audits an infected one', async () => {
  expect((await send(aPng())).status).toBe(201);
  expect(await send(aPng(0, [pngTextChunk(VIRUS)]))).toMatchObject({ status: 422, body: { error: 'FILE_INFECTED' } });
  expect((await auditOf(world)).at(-1)).toMatchObject({
    info: { modifications: [{ value: 'Archivo infectado rechazado' }, { value: 'guion.png' }] },
  });
});

test.skipIf(isMissing)('refuses uploads while clamd is down, and recovers', async () => {
  await killClamd();
  expect(await send(aPng())).toMatchObject(AWAY);
  expect(logged()).toContain('ECONNREFUSED');
  expect(await runDoctor('Antivirus', { CLAMAV_URL: url })).toEqual([expect.stringMatching(/^bad: /)]);
  await startClamd();
  expect((await send(aPng())).status).toBe(201);
  expect((await send(aPng(0, [pngTextChunk(VIRUS)]))).status).toBe(422);
});

test.skipIf(isMissing)('logs a file larger than StreamMaxLength', async () => {
  expect(await send(aPng(STREAM_MAX * 2))).toMatchObject(AWAY);
  expect(logged()).toMatch(/size limit exceeded|StreamMaxLength/);
});
