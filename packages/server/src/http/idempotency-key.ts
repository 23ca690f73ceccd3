import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { AppError } from '../work/app-error.ts';
import type { Ctx } from '../work/context.ts';

const PRINTABLE = /^[\x21-\x7e]{1,200}$/;

/**
 * The caller's Idempotency-Key with a fingerprint of what it asks for (decisions 2). A keyed hash: bodies may hold
 * passwords, and a plain SHA-256 of one, kept for a day, could be guessed from a stolen copy of the table.
 */
export function readIdempotency(spec: EndpointSpec, request: FastifyRequest, body: unknown): Ctx['idempotency'] {
  const key = request.headers['idempotency-key'];
  if (spec.method === 'GET' || key === undefined) return undefined;
  if (typeof key !== 'string' || !PRINTABLE.test(key))
    throw new AppError('VALIDATION', {
      fields: [{ field: 'Idempotency-Key', message: 'Debe tener de 1 a 200 caracteres visibles.' }],
    });
  const { params, query } = request;
  const fingerprint = createHmac('sha256', request.ctx.config.jwtSecret ?? '')
    .update(JSON.stringify([spec.method, spec.path, params, query, body ?? null]))
    .digest();
  return { key, fingerprint };
}
