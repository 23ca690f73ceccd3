import { api } from '@campanero/contract';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import { aCampaign, anAdministrator, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { sendForm } from '../../../test/forms.ts';

const world = useWorld();
let admin: TestUser;
beforeEach(async () => {
  admin = await anAdministrator(world);
});

const facts = () => as(world, null).call(api.installation.facts);
const save = (body: { city: string; districtId: string | null }, user = admin) =>
  as(world, user).call(api.installation.change, { body });
const send = (name: string, content: Buffer, user = admin) =>
  sendForm(world, user, api.installation.setLogo, { files: [{ name, content, field: 'logo[]', type: 'image/png' }] });
const get = (url: string) => world.app.inject({ url });

test('the city has no name at first; named, everybody sees it and mails carry it', async () => {
  expect(await facts()).toMatchObject({ status: 200, body: { city: '', logoURL: null, districtId: null } });
  await world.db.insertInto('locationDistrict').values({ id: '06', name: 'PBA', display: 'Buenos Aires' }).execute();
  expect(await save({ city: ' Municipalidad de Morón ', districtId: '06' })).toMatchObject({ status: 200 });
  expect((await facts()).body).toEqual({ city: 'Municipalidad de Morón', logoURL: null, districtId: '06' });
  expect((await auditOf(world)).at(-1)).toMatchObject({
    userId: admin.id,
    objectType: 'installation',
    info: {
      modifications: [
        { label: 'Ciudad', value: 'Municipalidad de Morón' },
        { label: 'Distrito', value: 'Buenos Aires' },
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
  expect((await save({ city: 'a\nb', districtId: null })).status).toBe(400);
  expect((await save({ city: 'X', districtId: null }, await aCoordinator(world))).status).toBe(403);
});

test('the logo is made anew as PNG without metadata, shown to everybody, and taken away again', async () => {
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
  expect(await world.db.selectFrom('strayFile').selectAll().execute()).toEqual([]);
  expect((await as(world, admin).send(api.installation.removeLogo)).body).toMatchObject({ logoURL: null });
  expect((await get(body.logoURL)).statusCode).toBe(404);
  expect((await as(world, admin).send(api.installation.removeLogo)).status).toBe(404);
});

test('SVG, other files and decompression bombs are refused', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect((await send('logo.svg', svg)).status).toBeGreaterThanOrEqual(400);
  expect((await send('logo.png', svg)).status).toBeGreaterThanOrEqual(400);
  // 64 megapixels in a few kilobytes.
  const bomb = await sharp({
    create: { width: 8000, height: 8000, channels: 3, background: '#000' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(2_000_000);
  expect(await send('logo.png', bomb)).toMatchObject({ body: { error: 'IMAGE_TOO_LARGE' } });
  expect((await facts()).body.logoURL).toBeNull();
});

test('the mail test says the truth: no server, a server that is away', async () => {
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

test('the first day knows what is done, and can be put out of the way and taken up again', async () => {
  const day = () => as(world, admin).call(api.installation.firstDay);
  expect((await day()).body).toMatchObject({ closedAt: null });
  expect((await day()).body.done).not.toContain('campaign');
  await aCampaign(world);
  expect((await day()).body.done).toEqual(expect.arrayContaining(['password', 'users', 'campaign']));
  const close = (closed: boolean) => as(world, admin).call(api.installation.closeFirstDay, { body: { closed } });
  expect((await close(true)).body.closedAt).not.toBeNull();
  expect((await close(false)).body.closedAt).toBeNull();
});
