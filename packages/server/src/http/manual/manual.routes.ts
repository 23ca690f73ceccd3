import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { encodedBody, prepareText } from '../prepared-answer.ts';
import { limitPublicRoutes } from '../public-limit.ts';
import { refuseUnsafeInput, strictQuery } from '../validation.ts';
import { sendAsset, type Asset } from '../web-app.ts';
import { makeManual, SEARCH, WHOLE, type Manual } from './manual.ts';
import { QUESTION_MAX, renderMissing, renderPage, renderSearch, renderWhole, type Frame } from './manual-pages.ts';
import { START } from './read-manual.ts';
import { createSearch } from './search.ts';

type ManualOptions = { root: string; clock: () => Date; readCity: () => Promise<string>; publicLimit?: number };

const HTML = 'text/html; charset=utf-8';
/** No script at all, and nothing from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');
/** After a change of the city's name, pages show the former one for so long. */
const CITY_MS = 60_000;

/** The city's name without asking the database at each request, and while it is away: the last one that was known. */
function rememberCity({ readCity, clock }: ManualOptions): () => Promise<string> {
  let known: string | undefined;
  let askedAt = -Infinity;
  const ask = async () => {
    known = await readCity().catch(() => known ?? '');
    return known;
  };
  return async () => {
    const now = clock().getTime();
    const isDue = now - askedAt >= CITY_MS || now < askedAt;
    if (isDue) askedAt = now;
    const asking = isDue ? ask() : undefined;
    return known ?? asking ?? '';
  };
}

type Made = { manual: Manual; search: ReturnType<typeof createSearch>; style: Asset; styleAddress: string };

async function make(root: string): Promise<Made> {
  const [manual, css] = await Promise.all([
    makeManual(root),
    readFile(new URL('./manual.css', import.meta.url), 'utf8'),
  ]);
  const version = createHash('sha256').update(css).digest('hex').slice(0, 12);
  return {
    manual,
    search: createSearch(manual.pages),
    style: { type: 'text/css; charset=utf-8', isImmutable: true, bodies: await prepareText(css) },
    styleAddress: `/manual/estilo-${version}.css`,
  };
}

const asset = async (html: string): Promise<Asset> => ({
  type: HTML,
  isImmutable: false,
  bodies: await prepareText(html),
});

/** What is served without a question, made at the first request for it and again after a change of the city's name. */
function createStock({ manual, style, styleAddress }: Made) {
  const pictures = new Map(
    [...manual.pictures].map(([name, { type, bytes }]) => [
      `/manual/${name}`,
      { type, isImmutable: false, bodies: [encodedBody(bytes, undefined)] },
    ]),
  );
  let city: string | undefined;
  const pages = new Map<string, Promise<Asset>>();
  const render = (frame: Frame, slug: string) => {
    if (slug === WHOLE) return renderWhole(frame);
    const page = manual.pages.find((one) => one.slug === slug);
    return page && renderPage(frame, page);
  };
  return {
    find(path: string, frame: Frame): Asset | Promise<Asset> | undefined {
      if (path === styleAddress) return style;
      const picture = pictures.get(path);
      if (picture) return picture;
      if (frame.city !== city) pages.clear();
      city = frame.city;
      const slug = path.replace(/^\/manual\/?/, '') || START;
      const kept = pages.get(slug);
      if (kept) return kept;
      const html = render(frame, slug);
      if (html === undefined) return undefined;
      const made = asset(html);
      pages.set(slug, made);
      return made;
    },
  };
}

const question = strictQuery(z.object({ q: z.string().max(QUESTION_MAX).default('') }));
const PUBLIC = { config: { access: 'public' as const }, bodyLimit: 1_024 };

/** Public: it holds no personal data, and users need it before they can sign in. No path reaches the file system. */
export function addManual(app: FastifyInstance, options: ManualOptions): void {
  const cityOf = rememberCity(options);
  let made: Made;
  let stock: ReturnType<typeof createStock>;

  app.register(async (routes) => {
    routes.addHook('onReady', async () => {
      made = await make(options.root);
      stock = createStock(made);
    });
    limitPublicRoutes(routes, options.clock, options.publicLimit);
    refuseUnsafeInput(routes);
    routes.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', POLICY);
    });

    const frame = async (): Promise<Frame> => ({ ...made, city: await cityOf() });
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const around = await frame();
      const path = request.url.split('?', 1)[0]!;
      const found = await stock.find(path, around);
      return found ? sendAsset(found, request, reply) : reply.status(404).type(HTML).send(renderMissing(around));
    };
    const plain = { ...PUBLIC, schema: { querystring: strictQuery(undefined) } };
    routes.get('/manual', plain, answer);
    routes.get('/manual/*', plain, answer);
    routes.get(`/manual/${SEARCH}`, { ...PUBLIC, schema: { querystring: question } }, async (request, reply) => {
      const { q } = request.query as { q: string };
      const asked = q.trim();
      return reply.type(HTML).send(renderSearch(await frame(), asked, made.search(asked)));
    });
  });
}
