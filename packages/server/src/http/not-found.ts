import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../work/app-error.ts';
import type { WebApp } from './web-app.ts';

const WEB_METHODS = ['GET', 'HEAD'];
const isApi = (path: string) => path === '/api' || path.startsWith('/api/');

type KnownRoute = { method: string; pattern: RegExp };

const patternOf = (template: string) =>
  new RegExp(`^${template.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);

/** Remembers all routes, to tell a wrong method (405 with Allow) from an unknown path (404). */
function rememberRoutes(app: FastifyInstance): (path: string) => string[] {
  const known: KnownRoute[] = [];
  app.addHook('onRoute', (route) => {
    const pattern = patternOf(route.url);
    for (const method of [route.method].flat()) known.push({ method, pattern });
  });
  return (path) => [...new Set(known.filter((route) => route.pattern.test(path)).map((route) => route.method))];
}

/** Answers requests that match no route, before their body is read: web pages and assets, 405 or 404. */
export function addNotFound(app: FastifyInstance, web: WebApp | undefined): void {
  const methodsOf = rememberRoutes(app);

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    // Not decoded: it is only looked up in maps, and decoding could fail.
    const path = request.url.split('?', 1)[0] ?? '/';
    const allowed = isApi(path) || !web ? methodsOf(path) : WEB_METHODS;
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      reply.header('allow', allowed.join(', '));
      throw new AppError('METHOD_NOT_ALLOWED');
    }
    if (isApi(path) || !web) throw new AppError('NOT_FOUND');
    return web.serve(path, request, reply);
  }

  app.addHook('onRequest', async (request, reply) => (request.is404 ? answer(request, reply) : undefined));
  // Unreachable, since the hook has answered; replaces Fastify's default, which repeats the URL in English.
  app.setNotFoundHandler(answer);
}
