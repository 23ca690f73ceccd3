import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { api } from '@campanero/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyFiles } from '../../src/verify/verify-files.ts';
import { as } from '../actors.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { ask, make, recordsOf, textOf } from '../exports.ts';
import { aCallingCampaign } from '../calling.ts';
import { aCampaignForm, aCoordinator, type TestUser } from '../factories.ts';
import { aPdf } from '../file-samples.ts';
import { sendForm } from '../forms.ts';
import { runDoctor } from './run-doctor.ts';
import { keepLog } from './keep-log.ts';
import { missingPrograms } from './installed-programs.ts';
import { startSwift, SWIFT_PROGRAMS } from './swift-server.ts';

const isMissing = missingPrograms(SWIFT_PROGRAMS).length > 0;
const LARGE = 256;
const MB = 1024 * 1024;
const METRICS_TOKEN = 'una-llave-para-las-metricas';

const undo: (() => Promise<unknown>)[] = [];
const { log, logged } = keepLog();
let swift: Awaited<ReturnType<typeof startSwift>>;
let world: TestApp;
let coordinator: TestUser;
let fields: Awaited<ReturnType<typeof aCampaignForm>>;

beforeAll(async () => {
  if (isMissing) return;
  swift = await startSwift();
  undo.push(() => swift.stop());
  world = await createTestApp({ config: { storageUrl: swift.url, metricsToken: METRICS_TOKEN }, log });
  undo.push(() => world.close());
  coordinator = await aCoordinator(world);
  fields = await aCampaignForm(world, coordinator);
});
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

const send = (content: Buffer) =>
  sendForm(world, coordinator, api.campaigns.create, { fields, files: [{ name: 'guion.pdf', content }] });
async function linkOf(id: number): Promise<string> {
  const { body } = await as(world, coordinator).call(api.campaigns.detail, { params: { id } });
  return body.scripts[0]!.link;
}
const get = (url: string) =>
  world.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${coordinator.token}` } });
const askForCalls = (id: number) => ask(world, coordinator, api.exports.audience, { params: { id } });
const AWAY = 'No se pudo guardar o leer el archivo. Inténtelo de nuevo en unos minutos.';
const failures = async () => {
  const text = String((await as(world, { token: METRICS_TOKEN }).send(api.system.metrics)).body);
  return Number(/^campanero_system_failures_total\{system="storage"\} (\d+)$/m.exec(text)?.[1]);
};

test.skipIf(isMissing)('stores, lists, reads and removes a file', async () => {
  const parts = Array.from({ length: LARGE }, () => randomBytes(MB));
  const since = performance.now();
  const { key, bytes, sha256 } = await world.deps.files.put(Readable.from(parts), { maxBytes: LARGE * MB });
  const storedAfter = performance.now() - since;
  expect(bytes).toBe(LARGE * MB);
  const hash = createHash('sha256');
  for await (const part of (await world.deps.files.get(key)) as AsyncIterable<Buffer>) hash.update(part);
  expect(hash.digest('hex')).toBe(sha256);
  const middle = await buffer(await world.deps.files.getRange(key, 100 * MB - 3, 6));
  expect(middle).toEqual(Buffer.concat([parts[99]!.subarray(-3), parts[100]!.subarray(0, 3)]));
  const listed: string[] = [];
  for await (const found of world.deps.files.list()) listed.push(found);
  expect(listed).toEqual([key]);
  await world.deps.files.remove(key);
  expect(await world.deps.files.exists(key)).toBe(false);
  process.stdout.write(`${LARGE} MB stored in ${Math.round(storedAfter)} ms\n`);
});

test.skipIf(isMissing)(
  'uploads, exports and downloads; the server away: 503 with its sentence; back: all goes on',
  async () => {
    const content = aPdf();
    const made = await send(content);
    expect(made.status).toBe(201);
    const link = await linkOf(made.body.data.id);
    expect((await get(link)).rawPayload).toEqual(content);
    const { campaign } = await aCallingCampaign(world, { each: 30 });
    const exported = await askForCalls(campaign.id);
    await make(world, exported);
    expect(recordsOf(await textOf(world, coordinator, exported))).toHaveLength(30);

    await swift.kill();
    const before = await failures();
    expect(await send(content)).toMatchObject({ status: 503, body: { message: AWAY } });
    for (const address of [link, `/api/export/${exported}`]) {
      const reply = await get(address);
      expect(reply.statusCode).toBe(503);
      expect(reply.json()).toMatchObject({ message: AWAY });
    }
    expect(await failures()).toBeGreaterThanOrEqual(before + 3);
    expect(logged()).toContain('ECONNREFUSED');
    const asked = await askForCalls(campaign.id);
    await expect(make(world, asked)).rejects.toThrow();

    await swift.start();
    await make(world, asked);
    expect(recordsOf(await textOf(world, coordinator, asked))).toHaveLength(30);
    expect((await get(link)).rawPayload).toEqual(content);
    expect((await send(content)).status).toBe(201);
    expect((await verifyFiles(world.deps)).findings).toEqual([]);
  },
);

test.skipIf(isMissing)('the doctor stores a file, and reports a wrong key', async () => {
  expect(await runDoctor('Archivos', { STORAGE_URL: swift.url })).toEqual([expect.stringMatching(/^well: /)]);
  const wrong = swift.url.replace('clave-del-almacen', 'otra');
  expect(await runDoctor('Archivos', { STORAGE_URL: wrong })).toEqual([expect.stringMatching(/^bad: /)]);
});
