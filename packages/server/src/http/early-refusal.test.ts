import { api } from '@campanero/contract';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { as } from '../../test/actors.ts';
import { useWorld } from '../../test/app.ts';
import { aCampaign, aCoordinator, anExternalCoordinator, anOperator, type TestUser } from '../../test/factories.ts';
import { aPng } from '../../test/file-samples.ts';
import { formBody, sendForm } from '../../test/forms.ts';
import { csvParts } from '../../test/loads.ts';
import { requestHead, sendRaw } from '../../test/raw-socket.ts';

const world = useWorld();
let coordinator: TestUser;
let port: number;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = world.app.server.address() as AddressInfo);
});

const HALF_A_GIGABYTE = 500 * 1024 * 1024;
const { body, contentType } = formBody({}, csvParts([{ content: 'telefono\n1130000001\n' }]));

const open = (path: string, headers: Record<string, string | number>) =>
  sendRaw(port, requestHead(`POST ${path}`, { 'content-type': contentType, ...headers }));

const bearer = (user: TestUser) => ({ authorization: `Bearer ${user.token}` });
const addressOf = (id: number) => `/api/campaign/${id}/audience`;
const json = (answer: string) => JSON.parse(answer.slice(answer.indexOf('{'))) as { error: string; message: string };

const REFUSALS = [
  ['while another load runs', 'CARGANDO AUDIENCIA', 409, 'CAMPAIGN_PROCESSING'],
  ['to a finished campaign', 'FINALIZADA', 409, 'CAMPAIGN_FINISHED'],
  ['past its end', 'REVISANDO', 409, 'CAMPAIGN_STATUS'],
] as const;

test.each(REFUSALS)('an upload %s is refused before its body has arrived', async (_when, status, code, error) => {
  const { id } = await aCampaign(world, { status });
  const headers = { ...bearer(coordinator), 'content-length': HALF_A_GIGABYTE };
  const { socket, hears } = open(addressOf(id), headers);
  socket.write(body.subarray(0, 100));
  const answer = await hears('"error"');
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${code} `));
  expect(answer.toLowerCase()).toContain('connection: close');
  // The same refusal that a small file gets.
  const small = await sendForm(world, coordinator, api.loads.upload, {
    params: { id },
    files: csvParts([{ content: 'telefono\n' }]),
  });
  expect(small).toMatchObject({ status: code, body: { error } });
  expect(json(answer)).toEqual({ ...small.body, requestId: expect.any(String) });
  if (!socket.closed) await once(socket, 'close');
  expect(await world.db.selectFrom('orphanFile').selectAll().execute()).toEqual([]);
});

test('a client that keeps sending still receives the answer', async () => {
  const { id } = await aCampaign(world, { status: 'CARGANDO AUDIENCIA' });
  const asked = once(world.app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const { socket, hears, said } = open(addressOf(id), { ...bearer(coordinator), 'content-length': HALF_A_GIGABYTE });
  // Does not read for a while, as a browser that only sends.
  socket.pause();
  const sendALittle = () => socket.write(Buffer.alloc(65_536, 120));
  sendALittle();
  const [, response] = await asked;
  await expect.poll(() => response.headersSent && response.writableLength === 0).toBe(true);
  for (let n = 0; n < 20; n += 1) sendALittle();
  expect(said()).toBe('');
  socket.resume();
  expect(json(await hears('"error"')).error).toBe('CAMPAIGN_PROCESSING');
});

test.each([
  ['a NUL', '\0'],
  ['a BOM and a NUL', '\ufeff\0'],
])('a CSV that begins with %s is refused at its first chunk', async (_what, start) => {
  const { id } = await aCampaign(world, { status: 'PENDIENTE' });
  const form = formBody({}, csvParts([{ content: `${start}telefono\n1130000001\n` }]));
  const { hears, socket } = sendRaw(
    port,
    requestHead(`POST ${addressOf(id)}`, {
      'content-type': form.contentType,
      ...bearer(coordinator),
      'content-length': HALF_A_GIGABYTE,
    }),
  );
  // Announces half a gigabyte and sends only the start.
  socket.write(form.body.subarray(0, form.body.indexOf('1130000001')));
  const answer = await hears('"error"');
  expect(answer).toMatch(/^HTTP\/1.1 415 /);
  expect(json(answer).error).toBe('FILE_TYPE');
  socket.destroy();
});

test('permissions are checked before the body', async () => {
  const { id } = await aCampaign(world);
  const refused = async (headers: Record<string, string>) => {
    const { hears, socket } = open(addressOf(id), { ...headers, 'transfer-encoding': 'chunked' });
    socket.write('5\r\n-----\r\n');
    const answer = await hears('"error"');
    return [Number(answer.slice(9, 12)), json(answer).error];
  };
  expect(await refused({})).toEqual([401, 'UNAUTHENTICATED']);
  expect(await refused(bearer(await anOperator(world)))).toEqual([403, 'FORBIDDEN']);
  expect((await refused(bearer(await anExternalCoordinator(world))))[0]).toBeGreaterThanOrEqual(403);
});

test('Expect: 100-continue is refused or continued before the body is sent', async () => {
  const busy = await aCampaign(world, { status: 'CARGANDO AUDIENCIA' });
  const expecting = { ...bearer(coordinator), expect: '100-continue' };
  const refused = open(addressOf(busy.id), { ...expecting, 'content-length': HALF_A_GIGABYTE });
  expect(await refused.hears('"error"')).toMatch(/^HTTP\/1.1 409 /);

  const { id } = await aCampaign(world);
  const taken = open(addressOf(id), { ...expecting, 'content-length': body.length });
  await taken.hears('HTTP/1.1 100 Continue');
  taken.socket.write(body);
  expect(await taken.hears('"status":"CARGANDO AUDIENCIA"')).toContain('HTTP/1.1 202 ');

  // Other bodies get 100 Continue right before they are read.
  const login = open('/api/login', { 'content-type': 'application/json', expect: '100-continue', 'content-length': 2 });
  await login.hears('HTTP/1.1 100 Continue');
  login.socket.write('{}');
  await login.hears('"error"');
  for (const { socket } of [refused, taken, login]) socket.destroy();
});

test('replays the answer to a repeated upload', async () => {
  const { id } = await aCampaign(world);
  const key = { 'idempotency-key': `subida-${id}` };
  const send = (content = 'telefono\n1130000001\n') =>
    sendForm(world, coordinator, api.loads.upload, { params: { id }, files: csvParts([{ content }]) }, key);
  const first = await send();
  expect(first.status).toBe(202);
  expect(await send()).toMatchObject({ status: 202, body: first.body });
  expect(await send('telefono\n1130000002\n')).toMatchObject({ status: 422, body: { error: 'IDEMPOTENCY_MISMATCH' } });
  expect((await as(world, coordinator).call(api.loads.last, { params: { id } })).body).toMatchObject({
    status: 'RUNNING',
  });
});

describe('scripts of a campaign', () => {
  const form = formBody({}, [{ name: 'grande.png', content: aPng(12_000_000) }]);
  const openForm = (line: string, length: number | undefined, by = coordinator) =>
    sendRaw(
      port,
      requestHead(line, {
        ...bearer(by),
        'content-type': form.contentType,
        ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
      }),
    );
  const storedFiles = async () =>
    (
      await readdir(join(world.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
    ).filter((entry) => entry.isFile()).length;

  test.each(['PUT', 'PATCH'])('%s to a finished campaign is refused before the files are sent', async (method) => {
    const { id } = await aCampaign(world, { status: 'FINALIZADA' });
    const sender = openForm(`${method} /api/campaign/${id}`, form.body.length);
    const answer = await sender.ended();
    expect(answer).toMatch(/^HTTP\/1.1 409 /);
    expect(json(answer).error).toBe('CAMPAIGN_FINISHED');
    const unseen = await aCampaign(world);
    const outside = openForm(
      `${method} /api/campaign/${unseen.id}`,
      form.body.length,
      await anExternalCoordinator(world),
    );
    expect(await outside.hears('"error"')).toMatch(/^HTTP\/1.1 404 /);
  });

  test('replays the answer to a repeated edit after the campaign was finished', async () => {
    const { id } = await aCampaign(world);
    const send = () =>
      sendForm(
        world,
        coordinator,
        api.campaigns.scripts,
        { params: { id }, files: [{ name: 'a.png', content: aPng() }] },
        { 'idempotency-key': `guiones-${id}` },
      );
    const first = await send();
    expect(first.status).toBe(200);
    await world.db.updateTable('campaign').set({ status: 'FINALIZADA' }).where('id', '=', id).execute();
    expect(await send()).toMatchObject({ status: 200, body: { scripts: first.body.scripts } });
  });

  test.each([
    ['known from its length', 3_000_000_000],
    ['of a length that was not said', undefined],
    ['of one file, the form itself being allowed', form.body.length],
  ])('a body that is too large, %s, is refused early and the connection closed', async (_what, length) => {
    const { id } = await aCampaign(world);
    const before = await storedFiles();
    const sender = openForm(`PATCH /api/campaign/${id}`, length);
    // Sends half of the announced length and stops.
    const half = form.body.subarray(0, 7_000_000);
    sender.socket.write(
      length === undefined ? Buffer.concat([Buffer.from(`${half.length.toString(16)}\r\n`), half]) : half,
    );
    const answer = await sender.ended();
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(json(answer).error).toBe('FILE_TOO_LARGE');
    expect(await storedFiles()).toBe(before);
    expect(await world.db.selectFrom('orphanFile').selectAll().execute()).toEqual([]);
  });
});
