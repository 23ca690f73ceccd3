import { api } from '@campanero/contract';
import { PICTURE_MAX_BYTES } from '@campanero/contract/limits';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aGuest, anOperator, type TestUser } from '../../../test/factories.ts';
import { aJpeg, aPdf, aPng } from '../../../test/file-samples.ts';
import { type FilePart, sendForm } from '../../../test/forms.ts';

const world = useWorld();

/** Two colours, left and right, with metadata. */
const aPhoto = (width: number, height: number, left = '#ff0000', right = '#0000ff') =>
  sharp({ create: { width, height, channels: 3, background: left } })
    .composite([
      {
        input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: right } },
        left: Math.floor(width / 2),
        top: 0,
      },
    ])
    .withExif({ IFD0: { Artist: 'Secreto' }, IFD3: { GPSLatitudeRef: 'S' } });

const send = (user: Pick<TestUser, 'token'>, name: string, content: Buffer, more: FilePart[] = []) =>
  sendForm(world, user, api.profile.setPicture, {
    files: [{ name, content, field: 'picture[]', type: 'image/png' }, ...more],
  });
const photoOf = async (user: TestUser) => (await as(world, user).call(api.auth.check)).body.photoURL;
const get = (url: string, token?: string, headers: Record<string, string> = {}) =>
  world.app.inject({ url, headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers } });
const leftovers = async () => (await world.db.selectFrom('orphanFile').selectAll().execute()).length;
const auditsOf = async (user: TestUser) =>
  (await auditOf(world)).filter((row) => row.userId === user.id && row.subaction === 'ACTUALIZAR');

test.each([
  ['foto.jpg', (photo: Sharp) => photo.jpeg()],
  ['foto.png', (photo: Sharp) => photo.png()],
  ['foto.webp', (photo: Sharp) => photo.webp()],
  ['foto sin pérdida.webp', (photo: Sharp) => photo.webp({ lossless: true })],
])('%s becomes a centred square of 256 pixels without metadata', async (name, encode) => {
  const user = await anOperator(world);
  const reply = await send(user, name, await encode(aPhoto(900, 300)).toBuffer());
  expect(reply).toMatchObject({ status: 200, body: { photoURL: expect.stringMatching(/^\/api\/profile\/picture\//) } });
  const { rawPayload } = await get(reply.body.photoURL, user.token);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
  // Centred: still half and half.
  const { data } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
  const [left, right] = [data.subarray(128 * 256 * 3), data.subarray((128 * 256 + 255) * 3)];
  expect(left[0]).toBeGreaterThan(200);
  expect(right[2]).toBeGreaterThan(200);
});

test('honours the EXIF orientation', async () => {
  const user = await anOperator(world);
  // Rotated by 90°: the left of the file is the top.
  const sideways = await aPhoto(400, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { body } = await send(user, 'foto.jpg', sideways);
  const pixels = await sharp((await get(body.photoURL, user.token)).rawPayload)
    .raw()
    .toBuffer();
  expect(pixels[128 * 3]).toBeGreaterThan(200);
  expect(pixels[(255 * 256 + 128) * 3 + 2]).toBeGreaterThan(200);
});

test('is shown, replaced and removed with one audit record each and no file left', async () => {
  const user = await anOperator(world);
  const before = await leftovers();
  expect(await photoOf(user)).toBeNull();

  const first = (await send(user, 'foto.png', await aPhoto(300, 300).png().toBuffer())).body.photoURL;
  expect(await photoOf(user)).toBe(first);
  const identity = await as(world, user).call(api.shell.accessToken);
  expect(identity.body.user.data.photoURL).toBe(first);

  const second = (await send(user, 'foto.png', await aPhoto(300, 300, '#00ff00').png().toBuffer())).body.photoURL;
  expect(second).not.toBe(first);
  expect(await photoOf(user)).toBe(second);
  expect((await get(first, user.token)).statusCode).toBe(404);

  expect((await as(world, user).send(api.profile.removePicture)).status).toBe(204);
  expect(await photoOf(user)).toBeNull();
  expect((await get(second, user.token)).statusCode).toBe(404);
  expect((await as(world, user).send(api.profile.removePicture)).status).toBe(404);

  expect((await auditsOf(user)).map(({ action, info }) => [action, info])).toEqual([
    [
      'USUARIO',
      { entries: [{ label: 'Foto', prevValue: 'Sin foto' }], modifications: [{ label: 'Foto', value: 'Con foto' }] },
    ],
    [
      'USUARIO',
      {
        entries: [{ label: 'Foto', prevValue: 'Con foto' }],
        modifications: [{ label: 'Foto', value: 'Con otra foto' }],
      },
    ],
    [
      'USUARIO',
      { entries: [{ label: 'Foto', prevValue: 'Con foto' }], modifications: [{ label: 'Foto', value: 'Sin foto' }] },
    ],
  ]);
  expect(await leftovers()).toBe(before);
});

test('guests may have one', async () => {
  const guest = await aGuest(world);
  expect((await send(guest, 'foto.png', await aPhoto(300, 300).png().toBuffer())).status).toBe(200);
  expect(await photoOf(guest)).not.toBeNull();
});

test('is served to its owner only, privately cacheable', async () => {
  const [owner, other] = [await anOperator(world), await anOperator(world)];
  const url = (await send(owner, 'foto.png', await aPhoto(300, 300, '#123456').png().toBuffer())).body.photoURL;
  const reply = await get(url, owner.token);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    vary: 'Authorization, Origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const again = await get(url, owner.token, { 'if-none-match': String(reply.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await get(url)).statusCode).toBe(401);
  const stranger = await get(url, other.token);
  expect([stranger.statusCode, stranger.headers['cache-control']]).toEqual([404, 'no-store']);
  // The other user has none to remove.
  expect((await as(world, other).send(api.profile.removePicture)).status).toBe(404);
  expect((await get(url, owner.token)).statusCode).toBe(200);
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');
/** A 600 x 600 image whose header says 7000 x 7000. */
const hugeWebp = async () => {
  const content = await aPhoto(600, 600).webp().toBuffer();
  const frame = content.indexOf('VP8 ') + 8;
  content.writeUInt16LE(7_000, frame + 6);
  content.writeUInt16LE(7_000, frame + 8);
  return content;
};
test.each([
  ['an SVG', 'foto.svg', () => svg, 415, 'FILE_TYPE'],
  ['an SVG named as PNG', 'foto.png', () => svg, 415, 'FILE_TYPE'],
  ['a PDF', 'foto.pdf', () => aPdf(), 415, 'FILE_TYPE'],
  ['a PNG named as JPEG', 'foto.jpg', () => aPng(), 415, 'FILE_TYPE'],
  ['a GIF', 'foto.webp', () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), 415, 'FILE_TYPE'],
  ['nothing', 'foto.png', () => Buffer.alloc(0), 415, 'FILE_TYPE'],
  [
    'a WebP cut off',
    'foto.webp',
    async () => (await aPhoto(600, 600).webp().toBuffer()).subarray(0, -40),
    415,
    'FILE_TYPE',
  ],
  ['5 MB and one byte', 'foto.png', () => aPng(PICTURE_MAX_BYTES + 1), 413, 'FILE_TOO_LARGE'],
  ['a JPEG that claims 60000 x 60000', 'foto.jpg', () => aJpeg(60_000, 60_000), 413, 'IMAGE_TOO_LARGE'],
  [
    'a PNG that claims 50000 x 50000',
    'foto.png',
    () => aPng(0, [], { width: 50_000, height: 50_000 }),
    413,
    'IMAGE_TOO_LARGE',
  ],
  ['a WebP that claims 7000 x 7000', 'foto.webp', hugeWebp, 413, 'IMAGE_TOO_LARGE'],
  [
    'a PNG that has less than it claims',
    'foto.png',
    () => aPng(0, [], { width: 600, height: 600 }),
    422,
    'IMAGE_UNREADABLE',
  ],
  [
    'half a JPEG',
    'foto.jpg',
    async () => (await aPhoto(600, 600).jpeg().toBuffer()).subarray(0, 900),
    415,
    'FILE_TYPE',
  ],
])('%s is refused and leaves nothing', async (_what, name, content, status, error) => {
  const user = await anOperator(world);
  const before = await leftovers();
  expect(await send(user, name, await content())).toMatchObject({ status, body: { error } });
  expect(await photoOf(user)).toBeNull();
  expect(await auditsOf(user)).toEqual([]);
  expect(await leftovers()).toBe(before);
});

test('refuses a form without a picture or with two, and anonymous callers', async () => {
  const user = await anOperator(world);
  const photo = await aPhoto(300, 300).png().toBuffer();
  expect(await sendForm(world, user, api.profile.setPicture, {})).toMatchObject({
    status: 400,
    body: { error: 'NO_FILE' },
  });
  expect(await send(user, 'a.png', photo, [{ name: 'b.png', content: photo, field: 'picture[]' }])).toMatchObject({
    status: 400,
    body: { error: 'TOO_MANY_FILES' },
  });
  expect((await send({ token: 'nadie' }, 'a.png', photo)).status).toBe(401);
});

test('is idempotent and limited to twenty in ten minutes', async () => {
  const user = await anOperator(world);
  const photo = await aPhoto(300, 300).png().toBuffer();
  const sendOnce = () =>
    sendForm(
      world,
      user,
      api.profile.setPicture,
      { files: [{ name: 'a.png', content: photo, field: 'picture[]' }] },
      { 'idempotency-key': 'foto-de-una-vez' },
    );
  const first = await sendOnce();
  const again = await sendOnce();
  expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([200, first.body, 'true']);
  expect(await auditsOf(user)).toHaveLength(1);
  for (let sent = 2; sent < 20; sent += 1) await sendForm(world, user, api.profile.setPicture, {});
  const refused = await sendForm(world, user, api.profile.setPicture, {});
  expect(refused).toMatchObject({ status: 429, body: { error: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});
