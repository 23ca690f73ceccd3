import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDeps, signedIn, type TestDeps } from '../../../test/deps.ts';
import { transact } from '../../work/transact.ts';
import { createMailTransport } from './outbox.ts';
import type { MailTransport } from './smtp.ts';
import { queueMail, type NewMail } from './queue-mail.ts';
import { sendNextMail } from './send-mail.ts';

type Mode = 'accept' | 'busy' | 'refuse recipient' | 'drop after data';

let deps: TestDeps;
let now: Date;
let mode: Mode;
let raw: string[];
let server: SMTPServer;
let transport: MailTransport;

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const fail = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode });

const behaviour: SMTPServerOptions = {
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) =>
    done(mode === 'refuse recipient' ? fail('no such mailbox ana@demo.gob.ar', 550) : null),
  onData: async (stream, _session, done) => {
    const message = await text(stream);
    if (mode === 'busy') return done(fail('try later', 451));
    raw.push(message);
    if (mode !== 'drop after data') return done();
    for (const connection of server.connections) connection.close();
    return undefined;
  },
};

beforeEach(async () => {
  now = new Date('2026-03-10T13:00:00.000Z');
  mode = 'accept';
  raw = [];
  server = new SMTPServer(behaviour);
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  deps = await createTestDeps({
    config: { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Campanero <avisos@demo.gob.ar>' },
    clock: () => now,
  });
  transport = createMailTransport(deps);
});
afterEach(async () => {
  transport.close();
  await new Promise<void>((resolve) => server.close(resolve));
  await deps.close();
});

const aMail: NewMail = { userId: null, to: 'ana@demo.gob.ar', subject: 'Recuperación', text: 'Hola Ana,\n\nenlace' };
const queue = (mail: Partial<NewMail> = {}) =>
  transact(signedIn(deps), (work) => queueMail(work, { ...aMail, ...mail }));
const send = () => sendNextMail(deps, transport);
const stored = () => deps.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow();
const messageIds = () => raw.map((message) => /^Message-ID: (.*)$/im.exec(message)?.[1]);

test('sends a queued message once with sender and recipient', async () => {
  await queue();
  expect([await send(), await send()]).toEqual(['sent', 'nothing to send']);
  expect(raw).toHaveLength(1);
  expect(raw[0]).toMatch(/^From: Campanero <avisos@demo\.gob\.ar>$/m);
  expect(raw[0]).toMatch(/^To: ana@demo\.gob\.ar$/m);
  expect(raw[0]).toMatch(/^Message-ID: <[0-9a-f-]{36}@demo\.gob\.ar>$/m);
  expect(await stored()).toMatchObject({ sentAt: now, attempts: 1, lastError: null });
});

test('does not send a message of a rolled-back transaction', async () => {
  await transact(signedIn(deps), async (work) => {
    await queueMail(work, aMail);
    throw new Error('refused');
  }).catch(() => {});
  expect(await send()).toBe('nothing to send');
});

test('two workers never send the same message', async () => {
  for (let i = 0; i < 10; i += 1) await queue({ subject: `Aviso ${i}` });
  await Promise.all(Array.from({ length: 14 }, send));
  expect(new Set(raw.map((message) => /^Subject: (.*)$/m.exec(message)?.[1])).size).toBe(10);
  expect(raw).toHaveLength(10);
});

test('mail waits while the server is down, then each is sent once', async () => {
  await queue({ subject: 'Uno' });
  await queue({ subject: 'Dos' });
  mode = 'busy';
  expect([await send(), await send(), await send()]).toEqual(['outage', 'outage', 'nothing to send']);
  for (let minutes = 0; minutes < 30; minutes += 5) {
    later(300);
    await send();
    await send();
  }
  mode = 'accept';
  later(61);
  expect([await send(), await send(), await send()]).toEqual(['sent', 'sent', 'nothing to send']);
  expect(raw).toHaveLength(2);
});

test('a refused connection is an outage', async () => {
  await queue();
  await new Promise<void>((resolve) => server.close(resolve));
  expect(await send()).toBe('outage');
  expect(await stored()).toMatchObject({ sentAt: null, attempts: 1 });
});

test('a connection lost after the data causes at most a retry with the same Message-ID', async () => {
  await queue();
  mode = 'drop after data';
  expect(await send()).toBe('outage');
  mode = 'accept';
  later(10);
  expect(await send()).toBe('sent');
  expect(new Set(messageIds()).size).toBe(1);
});

test('a message of a dead worker is sent after its lease', async () => {
  await queue();
  const dead: MailTransport = { send: () => new Promise(() => {}), close: () => {} };
  void sendNextMail(deps, dead);
  await expect.poll(async () => (await stored()).attempts).toBe(1);
  later(60);
  expect(await send()).toBe('nothing to send');
  later(61);
  expect(await send()).toBe('sent');
});

test('gives up a refused mailbox after hours, without address or secret in the row', async () => {
  await queue({ text: 'secreto', inboxText: 'Se envió un enlace.' });
  mode = 'refuse recipient';
  for (let tries = 0; tries < 12; tries += 1) {
    expect(await send()).toBe('refused');
    later(3_601);
  }
  expect(await send()).toBe('nothing to send');
  expect(await stored()).toMatchObject({ sentAt: null, lastError: 'SMTP 550', body: 'Se envió un enlace.' });
});

test('a secret is not kept after sending', async () => {
  await queue({ text: 'https://campanero/reset/1?token=secreto', inboxText: 'Se envió un enlace a su correo.' });
  await send();
  expect(raw[0]).toContain('secreto');
  expect(await stored()).toMatchObject({ body: 'Se envió un enlace a su correo.', inboxBody: null });
});

test('text cannot inject headers or recipients', async () => {
  await queue({
    subject: 'Campaña\r\nBcc: evil@example.com\u2028X: y',
    text: 'a\r\n.\r\nMAIL FROM:<x@y>\r\nBcc: evil@example.com',
  });
  await send();
  const [header = '', ...body] = (raw[0] ?? '').split(/\r?\n\r?\n/);
  expect(header).not.toMatch(/^(Bcc|X):/im);
  expect(raw).toHaveLength(1);
  // A line with a single dot ends no message.
  expect(body.join('\n')).toMatch(/^\.$/m);
  expect(body.at(-1)).toContain('</html>');
  for (const to of [
    'a@b.com, c@d.com',
    'a@b.com\r\nBcc: c@d.com',
    '"a" <a@b.com>',
    'a@b.com>\n',
    'nobody',
    'a@b.com\u0000',
  ])
    await expect(queue({ to })).rejects.toThrow(/not one plain address/);
});

const pageOf = (message: string) =>
  message
    .slice(message.indexOf('Content-Type: text/html'))
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=');

test('embeds the logo, names the city and escapes HTML', async () => {
  const logo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer();
  const city = 'Mor\u00f3n <b>"Sur"</b>, x@evil.com';
  await deps.db.insertInto('cityProfile').values({ city, logo, logoVersion: 'v1' }).execute();
  await queue({
    subject: 'Aviso de <script>alert(1)</script>',
    text: 'Hola, <img src=x onerror=alert(1)>:\n\nEntre en https://demo.gob.ar/reset/1?a=1&b="2.\nGracias\n\nhttps://demo.gob.ar/export/7\n\nCampanero',
  });
  await send();
  const message = raw[0]!;
  // The name is encoded as a whole: it adds no address.
  expect(message).toMatch(/^From: =\?UTF-8\?[^,<]+\?= <avisos@demo\.gob\.ar>\r?$/m);
  expect(message).toContain('Content-Type: text/plain');
  expect(message).toMatch(/^Content-Id: <logo@campanero>\r?$/im);
  expect(message.replace(/\s/g, '')).toContain(logo.toString('base64').slice(0, 60));
  const page = pageOf(message);
  expect(page).toContain('src="cid:logo@campanero"');
  expect(page).toContain('&lt;img src=x onerror');
  expect(page).toContain('&lt;b&gt;&quot;Sur&quot;&lt;/b&gt;');
  expect(page).not.toMatch(/<script|<b>/);
  expect(page).toContain('<a href="https://demo.gob.ar/reset/1?a=1&amp;b=&quot;2" class="link"');
  // The link is a button, and repeated for copying.
  expect(page).toMatch(/<a href="https:\/\/demo\.gob\.ar\/export\/7" class="button" [^>]+>Descargar el archivo<\/a>/);
  expect(page.split('https://demo.gob.ar/export/7')).toHaveLength(3);
  expect(page).not.toMatch(/src="?http|url\(/);
});

test.each([
  ['reset/3?token=x', 'Elegir contrase=C3=B1a'],
  ['campaign/detail/7', 'Abrir la campa=C3=B1a'],
  ['campaign/detail/7/assign', 'Ver el informe'],
  ['campaign/detail/7#segmentar', 'Segmentar la audiencia'],
  ['anything', 'Abrir en Campanero'],
])('the button of %s says what it does; without a city it is the product that writes', async (path, label) => {
  await queue({ text: `Hola, Ana:\n\nhttps://demo.gob.ar/${path}\n\nhttps://demo.gob.ar/export/1\n\nCampanero` });
  await send();
  const page = pageOf(raw[0]!);
  expect(page).toContain(`>${label}</a>`);
  // One button; the other address is a link.
  expect(page.split('class="button"')).toHaveLength(2);
  expect(page).toContain('>Descargar el archivo</a>');
  expect(page).toMatch(/class="city"[^>]*>Campanero</);
  expect(page).not.toContain('<img');
});

test('without an SMTP server messages are stored as files', async () => {
  const { smtpUrl: _none, ...config } = deps.config;
  const outbox = createMailTransport({ ...deps, config: { ...config, smtpUrl: undefined } });
  await queue({ subject: 'Uno' });
  await queue({ subject: 'Dos' });
  expect([await sendNextMail(deps, outbox), await sendNextMail(deps, outbox)]).toEqual(['sent', 'sent']);
  const folder = join(deps.config.dataDir, 'outbox');
  const names = await readdir(folder);
  expect(names).toEqual(['00000001.eml', '00000002.eml']);
  expect(await readFile(join(folder, '00000002.eml'), 'utf8')).toMatch(/^Subject: Dos\r$/m);
});
