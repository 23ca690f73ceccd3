import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { api } from '@campanero/contract';
import type { DegradedPart } from '@campanero/contract/system/endpoints';
import { AppError } from '../work/app-error.ts';
import { renderDocs, STYLE_SOURCE } from './docs-page.ts';
import { contentSecurityPolicy } from './headers.ts';
import type { Metrics } from './metrics.ts';
import { mount } from './mount.ts';
import { prepareText, sendPrepared } from './prepared-answer.ts';

interface SystemParts {
  metrics: Metrics;
  /** Resolves when database and queue answer, rejects otherwise. */
  checkReady: () => Promise<void>;
  findDegraded: () => Promise<DegradedPart[]>;
  preparesDocs: boolean;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** METRICS_TOKEN is valid for the metrics route only; compared in constant time. */
export const isMetricsCall =
  (metricsToken: string | undefined) =>
  (request: FastifyRequest, token: string): boolean =>
    metricsToken !== undefined &&
    request.routeOptions.config.spec === api.system.metrics &&
    timingSafeEqual(sha256(token), sha256(metricsToken));

export function systemRoutes(app: FastifyInstance, parts: SystemParts): void {
  const { metrics, checkReady, findDegraded, preparesDocs } = parts;
  const document = () => app.swagger() as OpenAPIV3_1.Document;
  const page = once(() => prepareText(renderDocs(document())));
  const json = once(() => prepareText(JSON.stringify(document())));
  // Converting the schemas of all routes blocks the event loop for 250 ms, so it is done before the server listens.
  if (preparesDocs)
    app.addHook('onReady', async () => {
      // Compression runs in the thread pool; the first request awaits it.
      void Promise.allSettled([page(), json()]);
    });

  mount(app, 'system', api.system, {
    // Liveness only: answers also while the database is down.
    health: async () => ({ status: 'ok' }),
    ready: async () => {
      await checkReady().catch((cause: unknown) => {
        throw cause instanceof AppError ? cause : new AppError('UNAVAILABLE', { cause });
      });
      return { status: 'ok', degraded: await findDegraded() };
    },
    metrics: async (_input, _ctx, _request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
    docs: async (_input, _ctx, request, reply) => {
      reply.header('content-security-policy', contentSecurityPolicy(request.host, STYLE_SOURCE));
      return sendPrepared(await page(), request, reply, 'text/html; charset=utf-8');
    },
    docsJson: async (_input, _ctx, request, reply) => sendPrepared(await json(), request, reply),
  });
}
