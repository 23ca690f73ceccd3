import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { makeManual, type Manual } from './manual.ts';
import type { Picture } from './read-manual.ts';
import { createSearch } from './search.ts';

const ROOT = join(import.meta.dirname, '../../../../../docs/manual');

let world: TestApp;
let manual: Manual;
beforeAll(async () => {
  [world, manual] = await Promise.all([createTestApp({ app: { manualRoot: ROOT } }), makeManual(ROOT)]);
});
afterAll(() => world.close());

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });
const linksOf = (html: string) => [...html.matchAll(/ href="([^"]+)"/g)].map((match) => match[1]!);
const addresses = () => manual.pages.map(({ slug }) => (slug === 'index' ? '/manual' : `/manual/${slug}`));

test('every link of every page leads to a page, a picture or a heading that exists', async () => {
  const bodies = new Map<string, string>();
  const bodyOf = async (path: string) => {
    const known = bodies.get(path);
    if (known !== undefined) return known;
    const reply = await get(path);
    const body = reply.statusCode === 200 ? reply.body : '';
    bodies.set(path, body);
    return body;
  };
  const broken: string[] = [];
  for (const address of [...addresses(), '/manual/todo'])
    for (const link of new Set(linksOf(await bodyOf(address)))) {
      if (link === '/favicon.svg') continue;
      const [path, anchor] = decodeURI(link).split('#');
      const target = await bodyOf(path || address);
      const isThere = target !== '' && (!anchor || target.includes(` id="${anchor}"`));
      if (!link.startsWith('/manual') && !link.startsWith('#')) broken.push(`${address}: ${link} leads out`);
      else if (!isThere) broken.push(`${address}: ${link}`);
    }
  expect(broken).toEqual([]);
});

test('the text of the start page leads to every page, in one step or more', () => {
  const reached = new Set(['index']);
  for (const slug of reached) {
    const html = manual.pages
      .find((page) => page.slug === slug)!
      .sections.map((section) => section.html)
      .join('');
    for (const link of linksOf(html)) {
      const next = /^\/manual\/([\w-]+)/.exec(link)?.[1];
      if (next && manual.pages.some((page) => page.slug === next)) reached.add(next);
    }
  }
  expect([...reached].toSorted()).toEqual(manual.pages.map(({ slug }) => slug).toSorted());
});

test('every page has its place in the navigation, and its address is free', () => {
  const placed = manual.navigation.flatMap(({ pages }) => pages.map(({ slug }) => slug));
  expect(placed.toSorted()).toEqual(manual.pages.map(({ slug }) => slug).toSorted());
  expect(placed).not.toContain('todo');
  expect(placed).not.toContain('buscar');
  expect(manual.navigation.map(({ title, pages }) => [title, pages[0]!.slug])).toEqual([
    ['Para todos', 'index'],
    ['Operador', 'operador'],
    ['Coordinador', 'coordinador'],
    ['Administrador', 'administrador'],
  ]);
});

test('headings of a page have different anchors', () => {
  for (const { slug, sections } of manual.pages) {
    const ids = sections.flatMap(({ html }) => [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!));
    expect([slug, ids]).toEqual([slug, [...new Set(ids)]]);
  }
});

test('nothing of the Markdown is left in the text', () => {
  const left = manual.pages.flatMap(({ slug, sections }) =>
    sections
      .filter(({ html }) => /\*\*|\]\(|^#+ |<!--|&lt;!--/m.test(html))
      .map(({ heading }) => `${slug}: ${heading}`),
  );
  expect(left).toEqual([]);
});

test('a page says what it is, for whom and in which city', async () => {
  await world.db.insertInto('cityProfile').values({ city: 'Villa <Luro>' }).execute();
  world.clock.advance(60_000);
  // Asked for beside a request, which does not wait for it.
  await vi.waitFor(async () => expect((await get('/manual/inbox')).body).toContain('Villa &lt;Luro&gt;'));
  const { body } = await get('/manual/inbox');
  expect(body).toContain('<title>Inbox · Manual de Campanero</title>');
  expect(body).toContain('<p class="audience">Para todos los roles</p>');
  expect(body).toContain('Reúne los mensajes que el sistema le envió por correo.');
  expect(body).toContain('<a href="/manual/inbox" aria-current="page">Inbox</a>');
  expect((await get('/manual/usuarios')).body).toContain('<p class="audience">Para Administrador</p>');
});

test('served without a session, under a policy without scripts, and cached by its ETag', async () => {
  const reply = await get('/manual/contacto', { 'accept-encoding': 'br' });
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['content-encoding']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'br',
  ]);
  expect(reply.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  );
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
  expect(reply.headers['cache-control']).toBe('public, no-cache');
  const etag = String(reply.headers['etag']);
  const again = await get('/manual/contacto', { 'accept-encoding': 'br', 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const plain = await get('/manual/contacto');
  expect(plain.body).not.toMatch(/<script|<style| style=| on\w+=/);
  const style = await get(/href="(\/manual\/estilo-[^"]+)"/.exec(plain.body)![1]!);
  expect([style.statusCode, style.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
});

test('the start page has two addresses, and HEAD answers too', async () => {
  expect((await get('/manual/')).body).toBe((await get('/manual')).body);
  const head = await world.app.inject({ method: 'HEAD', url: '/manual/inbox' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

test.each([
  '/manual/../../etc/passwd',
  '/manual/%2e%2e/%2e%2e/etc/passwd',
  '/manual/..%2f..%2fpackage.json',
  '/manual/pictures/../index.md',
  '/manual/index.md',
  '/manual/pictures/',
  '/manual/pictures/nada.webp',
  '/manual/__proto__',
  '/manual/inbox/x',
])('%s is 404', async (url) => {
  const reply = await get(url);
  expect(reply.statusCode).toBe(404);
  expect(reply.body).not.toContain('root:');
});

const MIB = 'a'.repeat(1_048_576);
test.each([
  `/manual/buscar?q=${MIB}`,
  `/manual?x=${MIB}`,
  '/manual/buscar?q=a&q=b',
  '/manual/buscar?x=1',
  '/manual/buscar?q=%00',
])('a query that is none is refused (%#)', async (url) => {
  const reply = await get(url);
  expect(reply.statusCode).toBe(400);
  expect(reply.body.length).toBeLessThan(1_000);
});

test('has the limit of public routes', async () => {
  const limited = await createTestApp({ beside: world, app: { manualRoot: ROOT, publicLimit: 2 } });
  const codes = [];
  for (const url of ['/manual', '/manual/buscar?q=a', '/manual/inbox'])
    codes.push((await limited.app.inject({ url })).statusCode);
  expect(codes).toEqual([200, 200, 429]);
  await limited.close();
});

test.each([
  ['campañas', 'campanas'],
  ['exportación', 'EXPORTACION'],
  ['rellamado', 'rellamado'],
  ['segmentar operadores', 'operadores  segmentar'],
])('%s is found as %s too', (exact, typed) => {
  const found = (question: string) => createSearch(manual.pages)(question).map(({ page, id }) => `${page.slug}#${id}`);
  expect(found(exact).length).toBeGreaterThan(0);
  expect(found(typed)).toEqual(found(exact));
});

test('search puts the page of that name first and marks what was found', async () => {
  const [first] = createSearch(manual.pages)('listas de bloqueo');
  expect(first!.page.slug).toBe('listas-de-bloqueo');
  const { body } = await get('/manual/buscar?q=numero+invalido');
  expect(body).toContain('<mark>Número</mark> <mark>inválido</mark>');
  expect(body).toContain('value="numero invalido"');
});

test('the search query is escaped', async () => {
  const { body } = await get(`/manual/buscar?q=${encodeURIComponent('"><script>x')}`);
  expect(body).toContain('value="&quot;&gt;&lt;script&gt;x"');
  expect(body).not.toContain('<script');
  expect((await get('/manual/buscar?q=%20')).body).toContain('Escriba arriba lo que busca.');
  expect((await get('/manual/buscar?q=xyzzy')).body).toContain('No hay nada en el manual sobre «xyzzy».');
});

test('every picture is used and has its own alternative text', async () => {
  const shown = new Set<string>();
  for (const { slug } of manual.pages) {
    const source = await readFile(join(ROOT, `${slug}.md`), 'utf8');
    const images = [...source.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)];
    expect([slug, images.length <= 2]).toEqual([slug, true]);
    for (const [, alt, path] of images) {
      expect([slug, path, manual.pictures.has(path!)]).toEqual([slug, path, true]);
      expect([path, alt!.length > 20]).toEqual([path, true]);
      shown.add(path!);
    }
  }
  expect([...manual.pictures.keys()].toSorted()).toEqual([...shown].toSorted());
  const bytes = [...manual.pictures.values()].reduce((sum, picture) => sum + picture.bytes.length, 0);
  expect(bytes).toBeLessThan(4 * 1024 * 1024);
});

test('a picture is served with its type and its ETag, and the page knows its size', async () => {
  const [name, { type, width, height }] = manual.pictures.entries().next().value as [string, Picture];
  const reply = await get(`/manual/${name}`);
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
    200,
    type,
    'public, no-cache',
  ]);
  expect((await get(`/manual/${name}`, { 'if-none-match': String(reply.headers['etag']) })).statusCode).toBe(304);
  expect((await get('/manual/todo')).body).toContain(`width="${width}" height="${height}"`);
});
