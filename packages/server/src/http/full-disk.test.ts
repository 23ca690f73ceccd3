import { api } from '@campanero/contract';
import { ERRORS } from '@campanero/contract/errors';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { as } from '../../test/actors.ts';
import { useWorld } from '../../test/app.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../test/factories.ts';
import { formBody } from '../../test/forms.ts';
import { csvParts, upload } from '../../test/loads.ts';
import { requestHead, sendRaw } from '../../test/raw-socket.ts';
import { DISK_RESERVE } from './uploads.ts';

const world = useWorld();
let coordinator: TestUser;
/** The prototype of Node's file handles. */
let openFile: FileHandle;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
  const file = await open(import.meta.filename);
  openFile = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const full = (code: string) => Object.assign(new Error(`${code}: no space left on device, write`), { code });

/** Simulates a disk with this many free bytes, so that the store fails with half a file written. */
function fillAfter(room: number, code = 'ENOSPC'): void {
  const append = openFile.appendFile;
  let left = room;
  vi.spyOn(openFile, 'appendFile').mockImplementation(async function (this: FileHandle, data) {
    const part = Buffer.from(data as Buffer).subarray(0, left);
    left -= part.length;
    await append.call(this, part);
    if (part.length < (data as Buffer).length) throw full(code);
  });
}

const MANY_ROWS = `telefono\n${'1130000001\n'.repeat(60_000)}`;
const storedFiles = async () =>
  (
    await readdir(join(world.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile()).length;
async function expectNothingOf(id: number, filesBefore: number): Promise<void> {
  expect(await storedFiles()).toBe(filesBefore);
  expect(await world.db.selectFrom('orphanFile').selectAll().execute()).toEqual([]);
  expect((await as(world, coordinator).call(api.loads.last, { params: { id } })).body).toBeNull();
  expect((await as(world, coordinator).call(api.campaigns.detail, { params: { id } })).body.status).toBe('PENDIENTE');
}
const REFUSAL = { status: 503, body: { error: 'NO_SPACE' } };

test.each([
  ['at the first byte', () => fillAfter(0)],
  ['in the middle of a file', () => fillAfter(300_000)],
  ['in the middle of the second file', () => fillAfter(900_000)],
  ['by a quota', () => fillAfter(300_000, 'EDQUOT')],
  ['when it is made durable', () => void vi.spyOn(openFile, 'sync').mockRejectedValue(full('ENOSPC'))],
  ['in the store itself', () => void vi.spyOn(world.deps.files, 'put').mockRejectedValue(full('ENOSPC'))],
])('a disk that is full %s is reported and nothing is left', async (_when, fill) => {
  const { id } = await aCampaign(world);
  const before = await storedFiles();
  fill();
  const reply = await upload(world, coordinator, id, [{ content: MANY_ROWS }, { name: 'b.csv', content: MANY_ROWS }]);
  expect(reply).toMatchObject(REFUSAL);
  vi.restoreAllMocks();
  await expectNothingOf(id, before);
  // With free space the same files are accepted.
  expect((await upload(world, coordinator, id, [{ content: MANY_ROWS }])).status).toBe(202);
});

test('a client that is still sending receives the reason', async () => {
  const { port } = new URL(await world.app.listen({ host: '127.0.0.1', port: 0 }));
  const { id } = await aCampaign(world);
  const before = await storedFiles();
  fillAfter(100_000);
  const { body, contentType } = formBody({}, csvParts([{ content: MANY_ROWS.repeat(4) }]));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /api/campaign/${id}/audience HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${coordinator.token}\r\n` +
      `content-type: ${contentType}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`,
  );
  socket.write(body);
  let answer = '';
  for await (const part of socket.setEncoding('utf8')) answer += String(part);
  expect(answer).toMatch(/^HTTP\/1.1 503 /);
  expect(answer).toContain('"error":"NO_SPACE"');
  await expectNothingOf(id, before);
});

test.each([
  ['for what is announced', 600_000_000, DISK_RESERVE + 599_999_999],
  ['for what may come, its length not being said', undefined, DISK_RESERVE + 1_000_000_000],
])('without space %s the upload is refused before it is read', async (_what, length, free) => {
  const { id } = await aCampaign(world);
  const before = await storedFiles();
  vi.spyOn(world.deps.files, 'freeBytes').mockResolvedValue(free);
  const address = world.app.server.address() as AddressInfo | null;
  const port = address?.port ?? Number(new URL(await world.app.listen({ host: '127.0.0.1', port: 0 })).port);
  const { body, contentType } = formBody({}, csvParts([{ content: MANY_ROWS }]));
  const sender = sendRaw(
    port,
    requestHead(`POST /api/campaign/${id}/audience`, {
      authorization: `Bearer ${coordinator.token}`,
      'content-type': contentType,
      ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
    }),
  );
  const answer = await sender.ended();
  expect(answer).toMatch(/^HTTP\/1.1 503 /);
  expect(answer).toContain('No hay espacio en el servidor para guardar el archivo. Avise al soporte.');
  expect(answer.toLowerCase()).toContain('connection: close');
  await expectNothingOf(id, before);
  // Just enough space for a smaller one.
  vi.spyOn(world.deps.files, 'freeBytes').mockResolvedValue(DISK_RESERVE + body.length);
  expect((await upload(world, coordinator, id, [{ content: MANY_ROWS }])).status).toBe(202);
});

test('Spanish message', () => {
  expect(ERRORS.NO_SPACE.es).toBe('No hay espacio en el servidor para guardar el archivo. Avise al soporte.');
});
