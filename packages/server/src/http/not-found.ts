import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../work/app-error.ts';
import type { WebApp } from './web-app.ts';

const WEB_METHODS = ['GET', 'HEAD'];
const isApi = (path: string) => path === '/api' || path.startsWith('/api/');

interface KnownRoute {
  method: string;
  pattern: RegExp;
}

const patternOf = (template: string) =>
  new RegExp(`^${template.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);

/** Notes the routes as they are made, to tell a wrong method (405, with Allow) from an unknown address (404). */
function rememberRoutes(app: FastifyInstance): (path: string) => string[] {
  const known: KnownRoute[] = [];
  app.addHook('onRoute', (route) => {
    const pattern = patternOf(route.url);
    for (const method of [route.method].flat()) known.push({ method, pattern });
  });
  return (path) => [...new Set(known.filter((route) => route.pattern.test(path)).map((route) => route.method))];
}

/** Answers requests that matched no route, before their body is read: pages and assets, 405, or 404. */
export function addNotFound(app: FastifyInstance, web: WebApp | undefined): void {
  const methodsOf = rememberRoutes(app);

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    // As sent: what is looked up here is a table, so there is nothing to resolve and nothing that can fail to parse.
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
  // Never reached, since the hook has answered; without it Fastify's own would repeat the address in English.
  app.setNotFoundHandler(answer);
}
