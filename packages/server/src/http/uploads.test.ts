import { api } from '@campanero/contract';
import { SCRIPT_MAX_BYTES } from '@campanero/contract/limits';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { as, auditOf } from '../../test/actors.ts';
import { createTestApp, useWorld, type TestApp } from '../../test/app.ts';
import {
  aCampaign,
  aCampaignForm,
  aCoordinator,
  anExternalCoordinator,
  anOperator,
  type TestUser,
} from '../../test/factories.ts';
import { aJpeg, aPdf, aPng, packedObjects, pngTextChunk } from '../../test/file-samples.ts';
import { formBody, sendForm, type FilePart } from '../../test/forms.ts';
import { upload } from '../../test/loads.ts';
import { verifyFiles } from '../verify/verify-files.ts';
import { putOrphan, removeOrphans } from '../work/orphan-files.ts';

const world = useWorld();
let coordinator: TestUser;
let fields: Awaited<ReturnType<typeof aCampaignForm>>;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
  fields = await aCampaignForm(world, coordinator);
});

const storedFiles = async (of: TestApp = world) => {
  const all = await readdir(join(of.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return all.filter((entry) => entry.isFile()).length;
};
const rows = async () =>
  (
    await world.db
      .selectFrom('script')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n +
  (
    await world.db
      .selectFrom('campaign')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const strays = async () => (await world.db.selectFrom('orphanFile').selectAll().execute()).length;
const left = async () => [await rows(), await storedFiles(), await strays()];

const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const zip = Buffer.from('504b0304140000000000', 'hex');
const one = (name: string, content: Buffer): FilePart[] => [{ name, content, type: 'image/png' }];

const SCRIPT = '<</S/JavaScript/JS(app.alert\\(1\\))>>';
const SCRIPTED: [what: string, objects: string][] = [
  ['a PDF with a script', `8 0 obj${SCRIPT}endobj\n`],
  ['one whose name is written in numbers', `8 0 obj${SCRIPT.replace('/JavaScript', '/#4Aava#53crip#74')}endobj\n`],
  ['one that starts a program', '8 0 obj<</S/Launch/F(cmd.exe)>>endobj\n'],
  ['one with a form that holds scripts', '8 0 obj<</XFA [(a) 5 0 R]>>endobj\n'],
  ['one whose script is packed', packedObjects(SCRIPT)],
  ['one whose packed objects do not say so', packedObjects(SCRIPT, '/N 1/First 4/Filter [/FlateDecode]')],
  [
    'one packed in an unusual way',
    packedObjects('<<>>', '/Type/ObjStm/N 1/First 4/Filter[/ASCIIHexDecode/FlateDecode]'),
  ],
  ['one whose objects cannot be unpacked', packedObjects('<<>>').replace(/stream\n./, 'stream\n\xff')],
];
const HOSTILE: [what: string, files: FilePart[], status: number, error: string][] = [
  ['six files', Array.from({ length: 6 }, (_, n) => ({ name: `${n}.png`, content: aPng() })), 400, 'TOO_MANY_FILES'],
  ['5 MB and one byte', one('grande.png', aPng(SCRIPT_MAX_BYTES + 1)), 413, 'FILE_TOO_LARGE'],
  [
    'a good one, then one too large',
    [...one('a.png', aPng()), ...one('b.png', aPng(SCRIPT_MAX_BYTES + 9_000))],
    413,
    'FILE_TOO_LARGE',
  ],
  ['zero bytes', one('vacio.png', Buffer.alloc(0)), 415, 'FILE_TYPE'],
  ['a page renamed .png', one('foto.png', html), 415, 'FILE_TYPE'],
  ['a page renamed .pdf', one('guion.pdf', html), 415, 'FILE_TYPE'],
  ['an SVG', one('dibujo.svg', svg), 415, 'FILE_TYPE'],
  ['an SVG renamed .png', one('dibujo.png', svg), 415, 'FILE_TYPE'],
  ['a name without an ending', one('guion', aPng()), 415, 'FILE_TYPE'],
  ['a JPEG called .png', one('foto.png', aJpeg()), 415, 'FILE_TYPE'],
  ['a PDF called .jpg', one('guion.jpg', aPdf()), 415, 'FILE_TYPE'],
  ['two endings', one('guion.html.png', aPng()), 415, 'FILE_TYPE'],
  ['another double ending', one('guion.php.pdf', aPdf()), 415, 'FILE_TYPE'],
  ['only dots for a name', one('..', aPng()), 415, 'FILE_TYPE'],
  ['a PNG with a page behind it', one('foto.png', Buffer.concat([aPng(), html])), 415, 'FILE_TYPE'],
  ['a PNG with an archive behind it', one('foto.png', Buffer.concat([aPng(), zip])), 415, 'FILE_TYPE'],
  [
    'a PNG with a script in its comment',
    one('foto.png', aPng(0, [pngTextChunk('<script>alert(1)</script>')])),
    415,
    'FILE_TYPE',
  ],
  ['half a PNG', one('foto.png', aPng().subarray(0, 50)), 415, 'FILE_TYPE'],
  [
    'a PNG with a wrong sum',
    one('foto.png', Buffer.from(aPng().map((byte, at) => (at === 20 ? byte ^ 1 : byte)))),
    415,
    'FILE_TYPE',
  ],
  ['a JPEG with an archive behind it', one('foto.jpg', Buffer.concat([aJpeg(), zip])), 415, 'FILE_TYPE'],
  ['half a JPEG', one('foto.jpg', aJpeg().subarray(0, 300)), 415, 'FILE_TYPE'],
  ['a PDF with a page before it', one('guion.pdf', Buffer.concat([html, aPdf()])), 415, 'FILE_TYPE'],
  ['a PDF with an archive behind it', one('guion.pdf', Buffer.concat([aPdf(), zip])), 415, 'FILE_TYPE'],
  [
    'a PDF whose head is a page',
    one('guion.pdf', Buffer.from(aPdf().toString('latin1').replace('\n1 0', '\n%<html><script>\n1 0'), 'latin1')),
    415,
    'FILE_TYPE',
  ],
  [
    'an image of too many pixels',
    one('foto.png', aPng(0, [], { width: 40_001, height: 1_000 })),
    413,
    'IMAGE_TOO_LARGE',
  ],
  ['a photograph of too many pixels', one('foto.jpg', aJpeg(8_001, 5_000)), 413, 'IMAGE_TOO_LARGE'],
  ['a photograph that does not tell its height', one('foto.jpg', aJpeg(8_001, 0)), 413, 'IMAGE_TOO_LARGE'],
  [
    'a second picture of too many pixels',
    one('foto.jpg', Buffer.concat([aJpeg(), aJpeg(65_000, 65_000)])),
    413,
    'IMAGE_TOO_LARGE',
  ],
  ...SCRIPTED.map(([what, more]): (typeof HOSTILE)[number] => [
    what,
    one('guion.pdf', aPdf(more)),
    415,
    'PDF_WITH_SCRIPTS',
  ]),
  ['a program', one('guion.png', Buffer.from('7f454c4602010100', 'hex')), 415, 'FILE_TYPE'],
  ['an unknown field of files', [{ name: 'a.png', content: aPng(), field: 'adjuntos' }], 415, 'FILE_TYPE'],
];

describe.each(HOSTILE)('%s', (_what, files, status, error) => {
  test('is refused on creation, without file or row', async () => {
    const before = await left();
    const reply = await sendForm(world, coordinator, api.campaigns.create, { fields, files });
    expect(reply).toMatchObject({ status, body: { error } });
    expect(await left()).toEqual(before);
  });
  test('is refused by PUT and PATCH', async () => {
    const { id } = await aCampaign(world);
    const before = await left();
    for (const spec of [api.campaigns.update, api.campaigns.scripts])
      expect(await sendForm(world, coordinator, spec, { params: { id }, files })).toMatchObject({
        status,
        body: { error },
      });
    expect(await left()).toEqual(before);
  });
});

test('accepts a file of exactly 5 MB and JPEGs with padding or a second image', async () => {
  const files = [
    { name: 'justo.png', content: aPng(SCRIPT_MAX_BYTES) },
    { name: 'a.jpg', content: Buffer.concat([aJpeg(), Buffer.alloc(16)]) },
    { name: 'b.jpeg', content: Buffer.concat([aJpeg(), aJpeg()]) },
  ];
  expect((await sendForm(world, coordinator, api.campaigns.create, { fields, files })).status).toBe(201);
});

test('accepts images of 40 megapixels and PDFs with harmless packed objects; a refusal names the file', async () => {
  const harmless = packedObjects('<</Title(Sobre JavaScript y Launch)/Names 5 0 R>>');
  const files = [
    { name: 'a.png', content: aPng(0, [], { width: 8_000, height: 5_000 }) },
    { name: 'b.jpg', content: aJpeg(8_000, 5_000) },
    { name: 'c.pdf', content: aPdf(harmless) },
  ];
  expect((await sendForm(world, coordinator, api.campaigns.create, { fields, files })).status).toBe(201);
  const refused = await sendForm(world, coordinator, api.campaigns.create, {
    fields,
    files: one('enorme.jpg', aJpeg(9_000, 5_000)),
  });
  expect(refused.body.message).toBe('La imagen supera los 40 megapíxeles. Redúzcala e inténtelo de nuevo.');
  expect(refused.body.errors).toEqual([{ field: 'scripts[]', message: expect.stringContaining('«enorme.jpg»') }]);
});

test('accepts fields after files, refuses a repeated field', async () => {
  const { body, contentType } = formBody({}, [{ name: 'a.png', content: aPng() }]);
  const late = formBody(fields);
  const boundary = (type: string) => type.split('boundary=')[1]!;
  const joined = Buffer.concat([
    body.subarray(0, body.length - `--${boundary(contentType)}--\r\n`.length),
    Buffer.from(late.body.toString('latin1').replaceAll(boundary(late.contentType), boundary(contentType)), 'latin1'),
  ]);
  const send = (payload: Buffer) =>
    world.app.inject({
      method: 'POST',
      url: '/api/campaign',
      headers: { authorization: `Bearer ${coordinator.token}`, 'content-type': contentType },
      payload,
    });
  expect((await send(joined)).statusCode).toBe(201);
  const twice = Buffer.concat([
    Buffer.from(`--${boundary(contentType)}\r\ncontent-disposition: form-data; name="name"\r\n\r\nOtro nombre\r\n`),
    joined,
  ]);
  const before = await left();
  const reply = await send(twice);
  expect(reply.json()).toMatchObject({
    error: 'VALIDATION',
    errors: [{ field: 'name', message: 'El campo está repetido.' }],
  });
  expect(await left()).toEqual(before);
});

test.each([
  ['no boundary', 'multipart/form-data', 400],
  ['a boundary that never comes', 'multipart/form-data; boundary=otro', 400],
  ['JSON', 'application/json', 415],
  ['text', 'text/plain', 415],
])('a body with %s is refused', async (_what, contentType, status) => {
  const before = await left();
  const reply = await world.app.inject({
    method: 'POST',
    url: '/api/campaign',
    headers: { authorization: `Bearer ${coordinator.token}`, 'content-type': contentType },
    payload: contentType === 'application/json' ? JSON.stringify(fields) : formBody(fields, one('a.png', aPng())).body,
  });
  expect(reply.statusCode).toBe(status);
  expect(await left()).toEqual(before);
});

test('a form is refused by endpoints that declare none', async () => {
  const { body, contentType } = formBody({ email: 'a@b.c', password: 'x' });
  const reply = await world.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'content-type': contentType },
    payload: body,
  });
  expect(reply.json()).toMatchObject({ error: 'UNSUPPORTED_TYPE' });
});

test.each([
  ['NUL bytes', { name: 'Campaña \0 rara' }],
  ['a poisoned name', { __proto__x: '1', constructor: 'x' }],
  ['a very long value', { description: 'x'.repeat(150_000) }],
])('%s in the fields are 400', async (_what, extra) => {
  expect((await sendForm(world, coordinator, api.campaigns.create, { fields: { ...fields, ...extra } })).status).toBe(
    400,
  );
});

test('an aborted upload leaves no file and no row', async () => {
  const { port } = new URL(await world.app.listen({ host: '127.0.0.1', port: 0 }));
  const before = await left();
  const { body, contentType } = formBody(fields, [
    { name: 'a.png', content: aPng() },
    { name: 'b.png', content: aPng(400_000) },
  ]);
  for (const cut of [0.1, 0.5, 0.99]) {
    const asked = once(world.app.server, 'request') as Promise<[IncomingMessage]>;
    const socket = connect(Number(port), '127.0.0.1');
    const sent = Math.floor(body.length * cut);
    socket.write(
      `POST /api/campaign HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${coordinator.token}\r\n` +
        `content-type: ${contentType}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, sent));
    const [{ socket: receiver }] = await asked;
    await expect.poll(() => receiver.bytesRead, { timeout: 10_000 }).toBeGreaterThan(sent);
    socket.destroy();
    if (!receiver.closed) await once(receiver, 'close');
  }
  await expect.poll(left, { timeout: 10_000 }).toEqual(before);
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
});

test('orphaned files are deleted after a day, referenced ones stay', async () => {
  const taken = await sendForm(world, coordinator, api.campaigns.create, { fields, files: one('a.png', aPng()) });
  expect(taken.status).toBe(201);
  expect(await strays()).toBe(0);
  const before = await storedFiles();
  await putOrphan(world.deps, Readable.from([aPng()]), 1_000);
  const hours = (n: number) => new Date(world.clock.now().getTime() + n * 3_600_000);
  await removeOrphans(world.deps, hours(23));
  expect(await storedFiles()).toBe(before + 1);
  await removeOrphans(world.deps, hours(25));
  await removeOrphans(world.deps, hours(25));
  expect([await storedFiles(), await strays()]).toEqual([before, 0]);
});

test('a failure after the commit keeps the files', async () => {
  const outsider = await anExternalCoordinator(world);
  const { id: campaignId } = await aCampaign(world, { external: true });
  const filesBefore = await storedFiles();
  // The answer is read after the commit, when the coordinator no longer sees the campaign.
  await sql`create function take_campaign() returns trigger language plpgsql as
    'begin update campaign set external = false where id = new.campaign_id; return null; end'`.execute(world.db);
  await sql`create constraint trigger take_campaign after insert on script deferrable initially deferred
    for each row execute function take_campaign()`.execute(world.db);
  try {
    const sent = await sendForm(world, outsider, api.campaigns.scripts, {
      params: { id: campaignId },
      files: one('a.png', aPng()),
    });
    expect(sent.status).toBe(404);
  } finally {
    await sql`drop function take_campaign() cascade`.execute(world.db);
  }
  const { fileKey } = await world.db
    .selectFrom('script')
    .select('fileKey')
    .where('campaignId', '=', campaignId)
    .executeTakeFirstOrThrow();
  expect((await buffer(await world.deps.files.get(fileKey))).length).toBe(aPng().length);
  expect([await storedFiles(), await strays()]).toEqual([filesBefore + 1, 0]);
});

describe('killed process', () => {
  afterEach(() => vi.restoreAllMocks());
  const uploads = {
    script: () => sendForm(world, coordinator, api.campaigns.create, { fields, files: one('a.png', aPng()) }),
    audience: async () =>
      upload(world, coordinator, (await aCampaign(world)).id, [{ content: 'telefono\n1130000001\n' }]),
    picture: () =>
      sendForm(world, coordinator, api.profile.setPicture, {
        files: [{ name: 'a.png', content: aPng(), type: 'image/png', field: 'picture[]' }],
      }),
  };

  test.each(Object.entries(uploads))('after writing a file leaves its record: %s', async (_, send) => {
    const before = await storedFiles();
    const put = world.deps.files.put;
    vi.spyOn(world.deps.files, 'put').mockImplementationOnce(async (...asked) => {
      await put.apply(world.deps.files, asked);
      throw new Error('killed');
    });
    expect((await send()).status).toBe(500);
    expect([await storedFiles(), await strays()]).toEqual([before + 1, 1]);
    await removeOrphans(world.deps, new Date(world.clock.now().getTime() + 25 * 3_600_000));
    expect([await storedFiles(), await strays()]).toEqual([before, 0]);
  });

  test('before writing a file leaves a record that is deleted after a day', async () => {
    const before = await storedFiles();
    vi.spyOn(world.deps.files, 'put').mockImplementationOnce(async (_source, { onKey }) => {
      await onKey?.(randomUUID());
      throw new Error('killed');
    });
    expect((await uploads.script()).status).toBe(500);
    expect([await storedFiles(), await strays()]).toEqual([before, 1]);
    expect((await verifyFiles(world.deps)).findings).toEqual([]);
    await removeOrphans(world.deps, new Date(world.clock.now().getTime() + 25 * 3_600_000));
    expect(await strays()).toBe(0);
  });
});

describe('with an antivirus', () => {
  /** A minimal clamd with INSTREAM. */
  const aScanner = async (verdict: (content: Buffer) => string) => {
    const server = createServer((socket) => {
      const received: Buffer[] = [];
      socket.on('error', () => {});
      socket.on('data', (part) => {
        received.push(part);
        const all = Buffer.concat(received);
        if (all.subarray(-4).equals(Buffer.alloc(4))) socket.end(`${verdict(all)}\0`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
  };

  test('an infected file is refused and audited, a clean one accepted', async () => {
    const scanner = await aScanner((content) => (content.includes('EICAR') ? 'stream: Eicar FOUND' : 'stream: OK'));
    const node = await createTestApp({ beside: world, config: { clamavUrl: scanner.url } });
    const send = (content: Buffer) =>
      sendForm(node, coordinator, api.campaigns.create, { fields, files: [{ name: 'guion.png', content }] });
    expect((await send(aPng())).status).toBe(201);
    const before = await storedFiles(node);
    expect(await send(aPng(0, [pngTextChunk('EICAR')]))).toMatchObject({
      status: 422,
      body: { error: 'FILE_INFECTED' },
    });
    expect(await storedFiles(node)).toBe(before);
    expect((await auditOf(world)).at(-1)).toMatchObject({
      userId: coordinator.id,
      action: 'USUARIO',
      info: {
        modifications: [
          { label: 'Acción', value: 'Archivo infectado rechazado' },
          { label: 'Archivo', value: 'guion.png' },
        ],
      },
    });
    scanner.close();
    await node.close();
  });

  test.each([
    ['away', 'tcp://127.0.0.1:9'],
    ['talking nonsense', undefined],
  ])('refuses uploads when the scanner is %s', async (_what, url) => {
    const scanner = await aScanner(() => 'INSTREAM size limit exceeded. ERROR');
    const node = await createTestApp({ beside: world, config: { clamavUrl: url ?? scanner.url } });
    const reply = await sendForm(node, coordinator, api.campaigns.create, { fields, files: one('a.png', aPng()) });
    expect(reply).toMatchObject({ status: 503, body: { error: 'SCANNER_UNAVAILABLE' } });
    expect(await storedFiles(node)).toBe(0);
    scanner.close();
    await node.close();
  });
});

test('a script is sent as a sandboxed download to users who see the campaign', async () => {
  const operator = await anOperator(world);
  const outsider = await anOperator(world);
  const content = aPdf();
  const made = await sendForm(world, coordinator, api.campaigns.create, {
    fields: { ...fields, operators: operator.id },
    files: [{ name: 'guión "uno"; x=1 %2F.pdf', content }],
  });
  const { id } = made.body.data;
  const { body } = await as(world, operator).call(api.campaigns.detail, { params: { id } });
  const script = body.scripts[0]!;
  const get = (url: string, user: TestUser) =>
    world.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${user.token}` } });
  const reply = await get(script.link, operator);
  expect(reply.rawPayload).toEqual(content);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect(reply.headers['content-disposition']).toMatch(
    /^attachment; filename="guion _uno.*\.pdf"; filename\*=UTF-8''gui%C3%B3n%20/,
  );
  expect((await get(script.link, outsider)).statusCode).toBe(404);
  const other = await aCampaign(world);
  expect((await get(`/api/campaign/${other.id}/script/${script.id}`, coordinator)).statusCode).toBe(404);
  expect((await get(`/api/campaign/${id}/script/..%2f..%2fetc`, coordinator)).statusCode).toBe(400);
});
