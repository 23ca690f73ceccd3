import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';

const PAGE =
  '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><meta name="server-time" content="__SERVER_TIME__"><meta name="password-min" content="__PASSWORD_MIN__"><script type="module" src="/assets/app-1a2b.js"></script>';
const SCRIPT = 'export const hola = 1;'.repeat(50);

let world: TestApp;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'campanero-web-'));
  await mkdir(join(root, 'assets'));
  await mkdir(join(root, '.vite'));
  const files = {
    'index.html': PAGE,
    'assets/app-1a2b.js': SCRIPT,
    'assets/app-1a2b.js.br': brotliCompressSync(SCRIPT),
    'assets/app-1a2b.js.gz': gzipSync(SCRIPT),
    'assets/app-1a2b.js.map': '{}',
    'assets/worker-3c4d.mjs': SCRIPT,
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '.vite/manifest.json': '{}',
    '.stamp': 'x',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, name), content);
  world = await createTestApp({ app: { webRoot: root } });
});
afterAll(async () => {
  await world.close();
  await rm(root, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });

test('every page path gets the page with a new nonce', async () => {
  const nonces = new Set<string>();
  for (const url of [
    '/',
    '/campaigns',
    '/campaigns/12/audience?x=1',
    '/reset/4?token=abc',
    '/index.html',
    '//',
    '///x',
  ]) {
    const reply = await get(url);
    expect([url, reply.statusCode]).toEqual([url, 200]);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    const nonce = /content="([\w-]{20,})"/.exec(reply.body)?.[1] ?? 'none';
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(7);
});

test('the page holds the server time and the minimum password length', async () => {
  const { body } = await get('/campaigns');
  expect(body).toContain(`<meta name="server-time" content="${world.clock.now().getTime()}">`);
  expect(body).toContain('<meta name="password-min" content="8">');
});

test('the CSP allows WebSockets of the own host only', async () => {
  const own = await get('/', { host: 'campanero.example:8443' });
  expect(own.headers['content-security-policy']).toContain('ws://campanero.example:8443 wss://campanero.example:8443');
  const forged = await get('/', { host: "x; script-src 'unsafe-inline'" });
  expect(String(forged.headers['content-security-policy'])).not.toContain('unsafe-inline');
});

test('assets are immutable, compressed and have an ETag', async () => {
  const plain = await get('/assets/app-1a2b.js');
  expect(plain.body).toBe(SCRIPT);
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  });
  const brotli = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(brotli.headers['content-encoding']).toBe('br');
  const gzip = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br;q=0, gzip' });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(new Set([plain, brotli, gzip].map((reply) => reply.headers.etag)).size).toBe(3);

  const again = await get('/assets/app-1a2b.js', { 'if-none-match': String(plain.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const head = await world.app.inject({ method: 'HEAD', url: '/assets/app-1a2b.js' });
  expect(head.headers).toMatchObject({ 'content-length': String(SCRIPT.length), etag: plain.headers.etag });
});

test.each([
  '/assets/app-1a2b.js.map',
  '/assets/none.js',
  '/.vite/manifest.json',
  '/.stamp',
  '/.git/config',
  '/.env',
  '/package.json',
  '/..%2f..%2fetc%2fpasswd',
  '/assets/app-1a2b.js.br',
  '/a/.b',
])('%s is not served', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});

test('an encoded path traversal gets the page, never a file', async () => {
  expect((await get('/%2e%2e/%2e%2e/etc/passwd')).body).toContain('csp-nonce');
});

test('pages allow GET and HEAD only', async () => {
  const reply = await world.app.inject({ method: 'POST', url: '/campaigns', payload: {} });
  expect(reply.statusCode).toBe(405);
  expect(reply.headers.allow).toBe('GET, HEAD');
});

test('503 while the web app is not built', async () => {
  const node = await createTestApp({ beside: world, app: { webRoot: join(root, 'nowhere') } });
  const reply = await node.app.inject({ url: '/' });
  expect(reply.statusCode).toBe(503);
  expect(reply.body).toMatch(/^La aplicación web todavía no está construida/);
  await node.close();
});

test('the PDF worker has a script type', async () => {
  const reply = await get('/assets/worker-3c4d.mjs');
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
});
