import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allows } from '@campanero/contract/roles';
import { AppError } from '../work/app-error.ts';
import type { Actor, Ctx, SignedCtx } from '../work/context.ts';
import type { Verdict } from '../work/rate-limit.ts';

interface Gate {
  /** Who a bearer token stands for at this moment and whether they are within their limit; null when it stands for nobody. */
  admitActor: (ctx: Ctx, token: string) => Promise<{ actor: Actor; verdict: Verdict } | null>;
  /** Called when somebody signed in asks for what the role does not allow. */
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

/**
 * Deny by default (SEC-24): a route that names no access does not boot, and the gate stands before validation, so that
 * a stranger learns nothing about what a request should look like. Public routes never look at the token: they answer
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

    const caller = await gate.admitActor(request.ctx, token);
    if (!caller) throw new AppError(nobody);
    const { actor, verdict } = caller;
    const ctx: SignedCtx = { ...request.ctx, actor };
    request.ctx = ctx;
    if (!verdict.allowed) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: verdict.retryAfter });

    if (!allows(access, { signedIn: true, primary: actor.primary })) {
      await gate.refused(ctx, `${request.method} ${request.routeOptions.url ?? ''}`);
      throw new AppError('FORBIDDEN');
    }
    if (actor.mustChangePassword && !spec?.whilePasswordPending) throw new AppError('PASSWORD_CHANGE_REQUIRED');
  });
}
