import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allows } from '@campanero/contract/roles';
import { createHmac } from 'node:crypto';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { AppError } from '../work/app-error.ts';
import { pendingSetup, type Actor, type Ctx, type Deps, type SignedCtx } from '../work/context.ts';
import { assertConfirmed } from '../work/confirmation.ts';
import { hit, type Verdict } from '../work/rate-limit.ts';
import { transact } from '../work/transact.ts';

interface Gate {
  /** The user of a bearer token now, and whether they are within their limit; null when the token is not valid. */
  admitActor: (ctx: Ctx, token: string, idleSeconds: number) => Promise<{ actor: Actor; verdict: Verdict } | null>;
  /** Called when a signed-in user requests what their role does not allow. */
  refused: (ctx: SignedCtx, route: string) => Promise<void>;
  /** A machine's own key, good for the routes it names and nothing else. */
  isServiceCall: (request: FastifyRequest, token: string) => boolean;
}

const BEARER = /^Bearer ([\w.~+/-]+=*)$/i;
const TOKEN_MAX = 4096;

export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header && header.length <= TOKEN_MAX ? BEARER.exec(header)?.[1] : undefined;
}

const SECONDS = /^\d{1,7}$/;
/** Since the person last did something, as the web says with each request; clients that say nothing are taken to act. */
function readIdleSeconds({ headers }: FastifyRequest): number {
  const said = headers['x-idle-seconds'];
  return typeof said === 'string' && SECONDS.test(said) ? Number(said) : 0;
}

/**
 * Deny by default: the server does not start with a route that names no access. Access is checked before validation, so that
 * anonymous callers learn nothing about what a request should look like. Public routes never read the token, so they answer
 * while the database is away.
 */
export function addGate(app: FastifyInstance, gate: Gate): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`the route ${String(route.method)} ${route.url} declares no access`);
  });

  app.addHook('onRequest', async (request) => {
    const { access, spec } = request.routeOptions.config;
    if (access === 'public' || request.is404) return;
    if (!access) throw new AppError('FORBIDDEN');
    const token = bearerToken(request);
    const nobody = spec?.anonymous ?? 'UNAUTHENTICATED';
    if (token === undefined) throw new AppError(nobody);
    if (gate.isServiceCall(request, token)) return;

    const caller = await gate.admitActor(request.ctx, token, readIdleSeconds(request));
    if (!caller) throw new AppError(nobody);
    const { actor, verdict } = caller;
    const ctx: SignedCtx = { ...request.ctx, actor };
    request.ctx = ctx;
    if (actor.isLocked && !spec?.whileLocked) throw new AppError('SESSION_LOCKED');
    if (!verdict.allowed) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: verdict.retryAfter });

    if (!allows(access, { signedIn: true, primary: actor.primary })) {
      await gate.refused(ctx, `${request.method} ${request.routeOptions.url ?? ''}`);
      throw new AppError('FORBIDDEN');
    }
    const duty = pendingSetup(actor, spec);
    if (duty) throw new AppError(duty);
    if (spec?.confirmed) assertConfirmed(ctx);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Made before anything else of the request happens; authenticate fills in the actor. */
    ctx: Ctx;
  }
}

const USER_AGENT_MAX = 300;

/** Shown to people in the list of their sessions: bounded, and free of anything that is not text. */
const readUserAgent = (request: FastifyRequest) =>
  (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, USER_AGENT_MAX);

export function addRequestContext(app: FastifyInstance, deps: Deps): void {
  // A null placeholder keeps one hidden class for all requests; the hook below runs before any reader.
  app.decorateRequest('ctx', null as unknown as Ctx);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    request.ctx = {
      ...deps,
      log: deps.log.child({ requestId: request.id }),
      actor: null,
      requestId: request.id,
      address: request.ip,
      userAgent: readUserAgent(request),
    };
  });
}

const PRINTABLE = /^[\x21-\x7e]{1,200}$/;

/**
 * The caller's Idempotency-Key with a fingerprint of what it asks for. A keyed hash: bodies may hold passwords, and a plain
 * SHA-256 of one, kept for a day, could be guessed from a stolen copy of the table.
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

const MINUTE = 60;

/** Refused access is audited, once a minute for the same user and route, so that repeated requests cannot fill the audit. */
export async function auditRefusal(ctx: SignedCtx, route: string): Promise<void> {
  const once = { limit: 1, windowSeconds: MINUTE };
  const { allowed } = await hit(ctx.db, `refused:${ctx.actor.id}:${route}`, once, ctx.clock());
  if (!allowed) return;
  await transact(ctx, (work) =>
    work.audit({
      action: 'USUARIO',
      subaction: 'ACCIÓN',
      object: { type: 'user', id: ctx.actor.id },
      after: { Acción: 'Acceso rechazado', Dirección: route },
    }),
  );
}
