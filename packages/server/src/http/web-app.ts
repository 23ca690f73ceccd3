import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../work/app-error.ts';
import { contentSecurityPolicy } from './headers.ts';
import { encodedBody, sendEncoded, type EncodedBody } from './prepared-answer.ts';

/** File types of the web app; others in its folder (source maps, manifests, stamps) are not served. */
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  // Fonts that only the PDF viewer reads.
  '.pfb': 'application/octet-stream',
};
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;
const NOT_BUILT = 'La aplicación web todavía no está construida. Ejecute «npm start» para construirla.';

/** `isImmutable`: its name has a content hash. `bodies`: preferred encoding first, the plain one last. */
export type Asset = { type: string; isImmutable: boolean; bodies: readonly EncodedBody[] };
export type WebApp = { serve(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply };

async function readAsset(root: string, file: string, names: Set<string>): Promise<Asset> {
  const plain = await readFile(join(root, file));
  const compressed = await Promise.all(
    ENCODINGS.filter(({ suffix }) => names.has(file + suffix)).map(async ({ name, suffix }) =>
      encodedBody(await readFile(join(root, file + suffix)), name),
    ),
  );
  return {
    type: TYPES[extname(file)] ?? 'application/octet-stream',
    isImmutable: file.startsWith('assets/'),
    bodies: [...compressed, encodedBody(plain, undefined)],
  };
}

async function readFolder(root: string): Promise<{ assets: Map<string, Asset>; page: string | undefined }> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const files = [...names].filter((name) => Object.hasOwn(TYPES, extname(name)) && !hasDotPart(name));
  const assets = await Promise.all(
    files.map(async (file) => [`/${file}`, await readAsset(root, file, names)] as const),
  );
  const page = names.has('index.html') ? await readFile(join(root, 'index.html'), 'utf8') : undefined;
  return { assets: new Map<string, Asset>(assets), page };
}

const hasDotPart = (path: string) => path.split('/').some((part) => part.startsWith('.'));
/** Pages have no extension; anything that looks like a file but is none is 404. */
const isPage = (path: string) => path === '/index.html' || (extname(path) === '' && !hasDotPart(path));

/** Read into memory once: no request path reaches the file system, so path traversal is impossible. */
export function addWebApp(app: FastifyInstance, root: string): WebApp {
  let built: Awaited<ReturnType<typeof readFolder>> = { assets: new Map(), page: undefined };
  app.addHook('onReady', async () => {
    built = await readFolder(root);
  });
  return {
    serve(path, request, reply) {
      const asset = built.assets.get(path);
      if (asset) return sendAsset(asset, request, reply);
      if (!isPage(path)) throw new AppError('NOT_FOUND');
      return built.page === undefined ? sendNotBuilt(reply) : sendPage(built.page, request, reply);
    },
  };
}

export const sendAsset = ({ type, isImmutable, bodies }: Asset, request: FastifyRequest, reply: FastifyReply) =>
  sendEncoded(bodies, request, reply, {
    type,
    cacheControl: isImmutable ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    vary: ['Accept-Encoding'],
  });

function sendPage(page: string, request: FastifyRequest, reply: FastifyReply) {
  const nonce = randomBytes(18).toString('base64url');
  // Emotion and the snackbars add style elements with the nonce of the page.
  reply.header('content-security-policy', contentSecurityPolicy(request.host ?? '', `'nonce-${nonce}'`));
  const { clock, config } = request.ctx;
  // Needed before the first request (web/src/lib/browser/page-facts.ts): the PC's clock may be wrong.
  const written = page
    .replaceAll('__CSP_NONCE__', nonce)
    .replaceAll('__SERVER_TIME__', String(clock().getTime()))
    .replaceAll('__PASSWORD_MIN__', String(config.passwordMin))
    .replaceAll('__DIRECTORY_NAME__', config.oidcIssuer ? config.oidcName : '')
    .replaceAll('__DIRECTORY_ONLY__', String(config.oidcOnly));
  return reply.type('text/html; charset=utf-8').send(written);
}

const sendNotBuilt = (reply: FastifyReply) => reply.status(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
