import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { api } from '@campanero/contract';
import { createCall } from '@campanero/contract/client';
import { answersAsList } from '@campanero/contract/surveys/definition';
import { productDay } from '@campanero/contract/shared/dates';
import { afterEach, expect } from 'vitest';
import { SURVEY_CAMPAIGN } from '../../src/demo/survey.ts';
import { everyRow, TAGGED, traces } from '../traces.ts';
import { untilWorks } from './postgres-holder.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const PASSWORD = 'campanero-demo';
const PATIENCE_MS = 120_000;
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

export const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'campanero-erased-'));
  await chmod(folder, 0o711);
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Runs a command as an administrator; returns its output. */
export async function npm(script: string, args: string[], env: Record<string, string>): Promise<string> {
  const done = await promisify(execFile)('npm', ['run', '--silent', script, '--', ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...env },
    timeout: PATIENCE_MS,
  }).catch((error: Error & { stdout: string }) => {
    throw new Error(`${error.message}: ${error.stdout}`, { cause: error });
  });
  return done.stdout;
}

export function start(env: Record<string, string>): ServerProcess {
  const server = startProcess({ SEED: 'demo', LOG_LEVEL: 'trace', ...env });
  undo.push(() => endProcess(server));
  return server;
}

export async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  // Logs never contain any of it.
  expect(traces(server.output())).toEqual([]);
}

/** A signed-in client; throws on errors. */
export async function clientOf(server: ServerProcess, email: string) {
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
export type Client = Awaited<ReturnType<typeof clientOf>>;

/** The first open campaign. */
export async function aCampaign(call: Client): Promise<number> {
  const { campaigns } = await call(api.campaigns.list, { query: { status: 'EN CURSO', pageSize: 1 } });
  return campaigns[0]!.id;
}

/** The open campaign that asks a questionnaire. */
async function anAskingCampaign(call: Client): Promise<number> {
  const query = { status: 'EN CURSO', general: SURVEY_CAMPAIGN, pageSize: 1 } as const;
  const { campaigns } = await call(api.campaigns.list, { query });
  return campaigns[0]!.id;
}

/** Uploads a file and waits until it is loaded. */
export async function load(call: Client, campaignId: number, content: string): Promise<void> {
  const params = { id: campaignId };
  const form = new FormData();
  form.append('audience[]', new Blob([content], { type: 'text/csv' }), 'audiencia.csv');
  const accepted = await call(api.loads.upload, { params, query: {}, body: form });
  await untilWorks(async () => {
    const last = await call(api.loads.last, { params });
    if (last?.id !== accepted.id || last.finishedAt === null) throw new Error(`the load is ${last?.status}`);
  }, PATIENCE_MS);
}

/** Loads a file with the person and a rejected row about them; returns the person. */
export async function loadTagged(call: Client, campaignId: number): Promise<number> {
  const { number, first, last, document, email } = TAGGED;
  const file = `Teléfono;Nombre;Apellido;DNI;Correo\n${number};${first};${last};${document};${email}\n12;${first};${last};47.111.222;\n`;
  await load(call, campaignId, file);
  const { persons } = await call(api.personalData.search, { body: { text: document } });
  return persons[0]!.id;
}

/** A whole survey of the demo, in a cell of a quota, with their name in each text. */
async function taggedInterview(call: Client, id: number) {
  const { id: surveyId, number } = await call(api.surveys.ofCampaign, { params: { id } });
  const { first, last } = TAGGED;
  const texts = { 11: { text: last }, 12: { text: `Soy ${first} ${last}, tengo ramas sobre el techo` } };
  const answers = { 3: { value: 2 }, 6: { value: 1 }, 8: { value: 1 }, 10: { value: 7 }, ...texts };
  return { surveyId, number, answers: answersAsList(answers) };
}

/** A person with data everywhere: loaded, called, asked, written to, noted, corrected, reported, exported, rejected row, optional request. */
export async function liveTagged(call: Client): Promise<number> {
  const id = await anAskingCampaign(call);
  const { first, last } = TAGGED;
  const personId = await loadTagged(call, id);
  const { calls } = await call(api.personalData.calls, { params: { id: personId }, query: {} });
  const { states } = await call(api.campaigns.detail, { params: { id } });
  const params = { id, callId: calls[0]!.id };
  const interview = await taggedInterview(call, id);
  const { interview: saved } = await call(api.calls.register, {
    params,
    body: { stateId: states[0]!.id, observations: `${first} pide otra hora`, personId, interview },
  });
  expect(saved).toMatchObject({ complete: true });
  await call(api.surveys.sendLink, { params, body: { channel: 'mail' } });
  const { person } = await call(api.personalData.person, { params: { id: personId } });
  await call(api.contacts.rectify, {
    params: { id: personId },
    body: { version: person.version, businessName: `${last} e hijos`, reason: `Lo dijo ${first}` },
  });
  await call(api.quickPanel.addNote, { body: { text: `Llamar a ${first} ${last}` } });
  for (const asked of [
    await call(api.exports.audience, { params: { id }, query: {} }),
    await call(api.exports.answers, { params: { id }, query: {} }),
    await call(api.exports.personalData, { params: { id: personId }, query: {} }),
  ])
    await untilWorks(async () => {
      const made = await call(api.exports.detail, { params: { id: asked.id } });
      if (made.status !== 'COMPLETED') throw new Error(`the export is ${made.status}`);
    }, PATIENCE_MS);
  return personId;
}

export const aRequest = (call: Client, personId: number) =>
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

export async function erase(call: Client, personId: number, requestId: number): Promise<void> {
  const params = { id: personId };
  await call(api.erasure.ask, { params, body: { requestId, confirmation: TAGGED.last, keepBlock: false } });
  await untilWorks(async () => {
    const { last } = await call(api.erasure.view, { params });
    if (!last?.finishedAt) throw new Error(`the erasure is at ${last?.step}`);
  }, PATIENCE_MS);
}

/** An answered request no longer names the requester. */
export async function answer(call: Client, id: number, url: string): Promise<void> {
  const { version } = await call(api.personalData.request, { params: { id } });
  await call(api.personalData.answerRequest, {
    params: { id },
    body: { state: 'CUMPLIDO', answer: 'Se borraron sus datos', version },
  });
  await untilWorks(async () => {
    if (traces(await everyRow(url)).length > 0) throw new Error('the sweep has not emptied it yet');
  }, PATIENCE_MS);
}
