import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { api } from '@campanero/contract';
import sharp from 'sharp';
import { SMTPServer } from 'smtp-server';
import { beforeEach, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import { aCampaign, anAdministrator, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { chunk, pngTextChunk } from '../../../test/file-samples.ts';
import { sendForm } from '../../../test/forms.ts';

const world = useWorld();
let admin: TestUser;
beforeEach(async () => {
  admin = await anAdministrator(world);
});

const facts = () => as(world, null).call(api.installation.facts);
const save = async (body: { city?: string; districtId?: string | null; areaCode?: string | null }, user = admin) =>
  as(world, user).call(api.installation.change, { body: { ...body, version: (await facts()).body.version } });
const send = (name: string, content: Buffer, user = admin) =>
  sendForm(world, user, api.installation.setLogo, { files: [{ name, content, field: 'logo[]', type: 'image/png' }] });
const get = (url: string) => world.app.inject({ url });

test('the city name is public and in mails', async () => {
  expect(await facts()).toMatchObject({ status: 200, body: { city: '', logoURL: null, districtId: null } });
  await world.db.insertInto('locationDistrict').values({ id: '06', name: 'PBA', display: 'Buenos Aires' }).execute();
  expect(await save({ city: ' Municipalidad de Morón ', districtId: '06', areaCode: '11' })).toMatchObject({
    status: 200,
  });
  expect((await facts()).body).toEqual({
    city: 'Municipalidad de Morón',
    logoURL: null,
    districtId: '06',
    areaCode: '11',
    version: 1,
  });
  expect((await auditOf(world)).at(-1)).toMatchObject({
    userId: admin.id,
    objectType: 'installation',
    info: {
      modifications: [
        { label: 'Ciudad', value: 'Municipalidad de Morón' },
        { label: 'Distrito', value: 'Buenos Aires' },
        { label: 'Código de área', value: '11' },
      ],
    },
  });
  await as(world, admin).call(api.users.create, {
    body: { firstName: 'Ana', lastName: 'Paz', email: 'ana@x.example', roles: [2] },
  });
  const mail = await world.db
    .selectFrom('mail')
    .select('body')
    .where('recipient', '=', 'ana@x.example')
    .executeTakeFirstOrThrow();
  expect(mail.body).toMatch(/Campanero · Municipalidad de Morón$/);
  expect(await save({ city: 'X', districtId: '99' })).toMatchObject({ status: 422, body: { error: 'UNKNOWN_PLACE' } });
  expect(await save({ city: 'X', districtId: null, areaCode: '999' })).toMatchObject({
    status: 422,
    body: { error: 'UNKNOWN_PLACE' },
  });
  expect((await save({ city: 'a\nb', districtId: null })).status).toBe(400);
  expect((await save({ city: 'X', districtId: null }, await aCoordinator(world))).status).toBe(403);
});

test('refuses a stale version; absent fields stay', async () => {
  const { version } = (await facts()).body;
  const change = (body: object) => as(world, admin).send(api.installation.change, { body });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => change({ city: `Ciudad ${n}`, version })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)]);
  const { city } = (await facts()).body;
  expect((await change({ areaCode: '11', version })).body).toMatchObject({ error: 'CONFLICT' });
  expect((await change({ areaCode: '11' })).status).toBe(400);
  expect((await save({ areaCode: '11' })).body).toMatchObject({ city, areaCode: '11', version: version + 2 });
  // The logo has no version to be stale.
  await send('logo.png', await black(40, 40).toBuffer());
  expect((await facts()).body.version).toBe(version + 2);
});

test('re-encodes the logo as PNG without metadata, shows it publicly and removes it', async () => {
  const photo = await sharp({ create: { width: 2000, height: 500, channels: 4, background: '#ff000080' } })
    .withExif({ IFD0: { Artist: 'Secreto' } })
    .jpeg()
    .toBuffer();
  const { status, body } = await send('logo.jpg', photo);
  expect(status).toBe(200);
  const shown = await get(body.logoURL);
  expect(shown).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/png' } });
  const seen = await sharp(shown.rawPayload).metadata();
  expect(seen).toMatchObject({ format: 'png', width: 512, height: 128 });
  expect(seen.exif).toBeUndefined();
  expect(shown.rawPayload.includes('Secreto')).toBe(false);
  expect(await world.db.selectFrom('orphanFile').selectAll().execute()).toEqual([]);
  expect((await as(world, admin).send(api.installation.removeLogo)).body).toMatchObject({ logoURL: null });
  expect((await get(body.logoURL)).statusCode).toBe(404);
  expect((await as(world, admin).send(api.installation.removeLogo)).status).toBe(404);
});

test('concurrent removals of the logo leave one audit record', async () => {
  await send('logo.png', await black(40, 40).toBuffer());
  const before = (await auditOf(world)).length;
  const removals = await world.db.transaction().execute(async (trx) => {
    await trx.selectFrom('cityProfile').select('id').forUpdate().execute();
    const sent = Array.from({ length: 4 }, () => as(world, admin).send(api.installation.removeLogo));
    // All four have read, or wait to read.
    await pause(500);
    return sent;
  });
  const replies = await Promise.all(removals);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
  expect((await auditOf(world)).length).toBe(before + 1);
});

const black = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false }).png({
    compressionLevel: 9,
  });
const HEADER_END = 33;

test.each<[what: string, name: string, make: (png: Buffer) => Buffer | Promise<Buffer>, refusal: string]>([
  ['an SVG', 'logo.svg', () => Buffer.from(SVG), 'FILE_TYPE'],
  ['an SVG under another name', 'logo.png', () => Buffer.from(SVG), 'FILE_TYPE'],
  ['another kind of picture', 'logo.png', (png) => sharp(png).gif().toBuffer(), 'FILE_TYPE'],
  ['a truncated one', 'logo.png', (png) => png.subarray(0, png.length - 20), 'FILE_TYPE'],
  ['a JPEG cut short', 'logo.jpg', async (png) => (await sharp(png).jpeg().toBuffer()).subarray(0, -40), 'FILE_TYPE'],
  ['a second file behind it', 'logo.png', (png) => Buffer.concat([png, Buffer.from('PK\x03\x04...')]), 'FILE_TYPE'],
  [
    'a page in its comment',
    'logo.png',
    (png) =>
      Buffer.concat([png.subarray(0, HEADER_END), pngTextChunk('<script>alert(1)</script>'), png.subarray(HEADER_END)]),
    'FILE_TYPE',
  ],
  ['41 megapixels in a few kilobytes', 'logo.png', () => black(6400, 6401).toBuffer(), 'IMAGE_TOO_LARGE'],
  [
    'a header that says four thousand million pixels a side',
    'logo.png',
    (png) => {
      const header = Buffer.from(png.subarray(16, 29));
      header.writeUInt32BE(0x7fffffff, 0);
      header.writeUInt32BE(0x7fffffff, 4);
      return Buffer.concat([png.subarray(0, 8), chunk('IHDR', header), png.subarray(HEADER_END)]);
    },
    'IMAGE_TOO_LARGE',
  ],
  [
    'pixels that are not what its header says',
    'logo.png',
    (png) =>
      Buffer.concat([
        png.subarray(0, HEADER_END),
        chunk('IDAT', deflateSync(Buffer.alloc(10))),
        chunk('IEND', Buffer.alloc(0)),
      ]),
    'IMAGE_UNREADABLE',
  ],
])('refuses a logo with a message: %s', async (_what, name, make, refusal) => {
  const content = await make(await black(40, 40).toBuffer());
  expect(await send(name, content)).toMatchObject({
    body: { error: refusal, message: expect.stringMatching(/^[A-ZÁÉÍÓÚ].+\.$/) },
  });
  expect((await facts()).body.logoURL).toBeNull();
});
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test('a logo with a compressed comment of 200 MB is processed cheaply, without the comment', async () => {
  const png = await black(40, 40).toBuffer();
  const comment = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(200_000_000), { level: 9 })]);
  const before = process.memoryUsage().rss;
  const { status, body } = await send(
    'logo.png',
    Buffer.concat([png.subarray(0, HEADER_END), chunk('zTXt', comment), png.subarray(HEADER_END)]),
  );
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  expect(status).toBe(200);
  expect((await get(body.logoURL)).rawPayload.length).toBeLessThan(2_000);
});

test('the mail test sends with city name and logo', async () => {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(address === admin.email ? null : new Error('nobody here')),
    onData: async (stream, _session, done) => {
      received.push(await text(stream));
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const node = await createTestApp({ beside: world, config: { smtpUrl: `smtp://127.0.0.1:${port}` } });
  const ask = () => as(node, admin).call(api.installation.testMail);
  try {
    await save({ city: 'Municipalidad de Ñorquín', districtId: null });
    await send('logo.png', await black(40, 40).toBuffer());
    expect((await ask()).body).toEqual({ sent: true, to: admin.email, text: expect.stringContaining('aceptó') });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatch(new RegExp(`^To: ${admin.email}`, 'm'));
    expect(received[0]).toMatch(/^Subject: Prueba de correo de Campanero/m);
    expect(received[0]!.replace(/=\r?\n/g, '')).toContain('Campanero =C2=B7 Municipalidad de =C3=91orqu=C3=ADn');
    expect(received[0]).toMatch(/^Content-Id: <logo@campanero>/im);
    expect((await as(world, admin).call(api.installation.firstDay)).body.done).toContain('mail');
    expect((await auditOf(world)).at(-1)?.info).toMatchObject({
      modifications: expect.arrayContaining([{ label: 'Resultado', value: 'Enviado' }]),
    });
    await world.db.updateTable('cityProfile').set({ mailTestedAt: null }).execute();
    await world.db.updateTable('appUser').set({ email: 'otra@x.example' }).where('id', '=', admin.id).execute();
    expect((await ask()).body).toMatchObject({ sent: false, text: expect.stringContaining('nobody here') });
    expect((await as(world, admin).call(api.installation.firstDay)).body.done).not.toContain('mail');
  } finally {
    await node.close();
    await new Promise<void>((resolve) => server.close(resolve));
  }
});

test('the mail test reports a missing or failing server', async () => {
  const test = (node = world) => as(node, admin).call(api.installation.testMail);
  expect(await test()).toMatchObject({
    status: 200,
    body: { sent: false, to: admin.email, text: expect.stringContaining('SMTP_URL') },
  });
  const node = await createTestApp({ beside: world, config: { smtpUrl: 'smtp://127.0.0.1:9' } });
  const away = await test(node);
  expect(away.body).toMatchObject({ sent: false, text: expect.stringMatching(/no salió: .*ECONNREFUSED/) });
  await node.close();
  expect((await as(world, admin).call(api.installation.firstDay)).body.done).not.toContain('mail');
  expect((await auditOf(world)).at(-1)?.info).toMatchObject({
    modifications: expect.arrayContaining([{ label: 'Acción', value: 'Prueba de correo' }]),
  });
});

test('first-day steps show progress and can be hidden and shown', async () => {
  const day = () => as(world, admin).call(api.installation.firstDay);
  expect((await day()).body).toMatchObject({ closedAt: null });
  expect((await day()).body.done).not.toContain('campaign');
  await aCampaign(world);
  expect((await day()).body.done).toEqual(expect.arrayContaining(['password', 'users', 'campaign']));
  const close = (closed: boolean) => as(world, admin).call(api.installation.closeFirstDay, { body: { closed } });
  expect((await close(true)).body.closedAt).not.toBeNull();
  expect((await close(false)).body.closedAt).toBeNull();
});
