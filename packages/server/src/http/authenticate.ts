import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allows, allowsService } from '@campanero/contract/roles';
import { createHmac } from 'node:crypto';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import type { ErrorCode } from '@campanero/contract/errors';
import { SERVICE_KEY_START } from '@campanero/contract/service-accounts/schemas';
import { AppError } from '../work/app-error.ts';
import { userAudit } from '../work/audit.ts';
import { pendingSetup, type Actor, type Ctx, type Deps, type SignedCtx } from '../work/context.ts';
import { assertConfirmed } from '../work/confirmation.ts';
import { hit, type Verdict } from '../work/rate-limit.ts';
import { transact } from '../work/transact.ts';

/** A caller whose token is valid. */
export interface Admitted {
  actor: Actor;
  verdict: Verdict;
  /** Why not this time. */
  refusal?: ErrorCode;
  /** After an answer with an error. */
  whenRefused?: () => Promise<void>;
}

export interface AccessControl {
  /** The user of a bearer token and whether they are within their rate limit; null for an invalid token. */
  admitActor: (ctx: Ctx, token: string, idleSeconds: number) => Promise<Admitted | null>;
  /** The same of a service account. */
  admitService: (ctx: Ctx, token: string, route: string) => Promise<Admitted | null>;
  /** Whether the token is a service key that is valid for this route. */
  isServiceCall: (request: FastifyRequest, token: string) => boolean;
}

const BEARER = /^Bearer ([\w.~+/-]+=*)$/i;
const TOKEN_MAX = 4096;

export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header && header.length <= TOKEN_MAX ? BEARER.exec(header)?.[1] : undefined;
}

const SECONDS = /^\d{1,7}$/;
/** Seconds since the user's last activity, as reported by the web app; 0 for other clients. */
function readIdleSeconds({ headers }: FastifyRequest): number {
  const header = headers['x-idle-seconds'];
  return typeof header === 'string' && SECONDS.test(header) ? Number(header) : 0;
}

/** Deny by default, before validation. Public routes never read the token, so they answer while the database is down. */
export function addAccessControl(app: FastifyInstance, control: AccessControl): void {
  const whenRefused = new WeakMap<FastifyRequest, () => Promise<void>>();
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`the route ${String(route.method)} ${route.url} declares no access`);
  });

  app.addHook('onRequest', async (request) => {
    const { access, spec } = request.routeOptions.config;
    if (access === 'public' || request.is404) return;
    if (!access) throw new AppError('FORBIDDEN');
    const token = bearerToken(request);
    const unauthenticated = spec?.anonymous ?? 'UNAUTHENTICATED';
    if (token === undefined) throw new AppError(unauthenticated);
    if (control.isServiceCall(request, token)) return;

    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const caller = token.startsWith(SERVICE_KEY_START)
      ? await control.admitService(request.ctx, token, route)
      : await control.admitActor(request.ctx, token, readIdleSeconds(request));
    if (!caller) throw new AppError(unauthenticated);
    const { actor, verdict, refusal } = caller;
    if (caller.whenRefused) whenRefused.set(request, caller.whenRefused);
    const ctx: SignedCtx = { ...request.ctx, actor };
    request.ctx = ctx;
    if (actor.isLocked && !spec?.whileLocked) throw new AppError('SESSION_LOCKED');
    if (!verdict.allowed) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: verdict.retryAfter });

    if (refusal) {
      await auditRefusal(ctx, ctx.address);
      throw new AppError(refusal);
    }
    const isAllowed = actor.service
      ? allowsService(access, actor.service, spec?.service)
      : allows(access, { signedIn: true, primary: actor.primary });
    if (!isAllowed) {
      await auditRefusal(ctx, route);
      throw new AppError('FORBIDDEN');
    }
    const setup = pendingSetup(actor, spec);
    if (setup) throw new AppError(setup);
    if (spec?.confirmed) assertConfirmed(ctx);
  });

  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400) await whenRefused.get(request)?.();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first hook; access control fills in the actor. */
    ctx: Ctx;
  }
}

const USER_AGENT_MAX = 300;

/** Shown in the list of sessions, so bounded and ASCII only. */
const readUserAgent = (request: FastifyRequest) =>
  (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, USER_AGENT_MAX);

export function addRequestContext(app: FastifyInstance, deps: Deps): void {
  // Decorating with null keeps one hidden class for all requests; the hook below sets it before any read.
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

/** An HMAC, because bodies may hold passwords: a plain SHA-256 could be brute-forced from a stolen table. */
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

/** At most once a minute per user and route, so that repeated requests cannot flood the audit. */
export async function auditRefusal(ctx: SignedCtx, route: string): Promise<void> {
  const once = { limit: 1, windowSeconds: MINUTE };
  const { allowed } = await hit(ctx.db, `refused:${ctx.actor.id}:${route}`, once, ctx.clock());
  if (!allowed) return;
  await transact(ctx, (work) =>
    work.audit(userAudit(ctx.actor.id, 'ACCIÓN'), { after: { Acción: 'Acceso rechazado', Dirección: route } }),
  );
}
