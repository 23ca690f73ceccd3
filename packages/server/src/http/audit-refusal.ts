import type { SignedCtx } from '../work/context.ts';
import { hit } from '../work/rate-limit.ts';
import { transact } from '../work/transact.ts';

const MINUTE = 60;

/**
 * Refused access is audited (AUD-02), once a minute for the same person and route: a page that keeps asking says
 * nothing new, and nobody should be able to fill the audit by knocking.
 */
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
