import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { api } from '@campanero/contract';
import type { DegradedPart } from '@campanero/contract/system/endpoints';
import { AppError } from '../work/app-error.ts';
import { renderDocs } from './docs-page.ts';
import { contentSecurityPolicy } from './headers.ts';
import type { Metrics } from './metrics.ts';
import { mount } from './mount.ts';

interface SystemParts {
  version: string;
  metrics: Metrics;
  /** Resolves when database and queue answer, rejects otherwise. */
  checkReady: () => Promise<void>;
  findDegraded: () => Promise<DegradedPart[]>;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** METRICS_TOKEN opens the metrics and nothing else; compared in constant time. */
export const isMetricsCall =
  (metricsToken: string | undefined) =>
  (request: FastifyRequest, token: string): boolean =>
    metricsToken !== undefined &&
    request.routeOptions.config.spec === api.system.metrics &&
    timingSafeEqual(sha256(token), sha256(metricsToken));

export function systemRoutes(app: FastifyInstance, parts: SystemParts): void {
  const { version, metrics, checkReady, findDegraded } = parts;
  const document = () => app.swagger() as OpenAPIV3_1.Document;

  mount(app, 'system', api.system, {
    // Checks nothing else: this process answers, also while the database is away.
    health: async () => ({ status: 'ok', version }),
    ready: async () => {
      await checkReady().catch((cause: unknown) => {
        throw cause instanceof AppError ? cause : new AppError('UNAVAILABLE', { cause });
      });
      return { status: 'ok', degraded: await findDegraded() };
    },
    metrics: async (_input, _ctx, _request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
    docs: async (_input, _ctx, request, reply) => {
      const nonce = randomBytes(18).toString('base64url');
      return reply
        .header('content-security-policy', contentSecurityPolicy(request.host, nonce))
        .type('text/html; charset=utf-8')
        .send(renderDocs(document(), nonce));
    },
    docsJson: async (_input, _ctx, _request, reply) => reply.type('application/json; charset=utf-8').send(document()),
  });
}
