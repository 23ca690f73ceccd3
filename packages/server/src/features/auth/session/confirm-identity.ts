import type { ConfirmBody } from '@campanero/contract/auth/identity';
import { AppError, type SignedCtx, transact, userAudit } from '../../../work/index.ts';
import { confirmSession, getAccount } from '../auth.queries.ts';
import { assertOwnPassword } from '../password/change-password.ts';
import { consumeProof, mailRecoveryUse, proveOwnCode, type Proof } from '../second-factor/proof.ts';

/** Allows sensitive changes for ten minutes and unlocks a locked session. Failures are limited and audited. */
export async function confirmIdentity(ctx: SignedCtx, given: ConfirmBody): Promise<void> {
  const { actor } = ctx;
  const actionRecord = (action: string) => userAudit(actor.id, 'ACCIÓN', { after: { Acción: action } });
  const proof = await prove(ctx, given).catch(async (refusal: unknown) => {
    if (refusal instanceof AppError && refusal.error !== 'TOO_MANY_ATTEMPTS')
      await transact(ctx, { remember: false }, ({ audit }) => audit(actionRecord('Confirmación de identidad fallida')));
    throw refusal;
  });
  await transact(ctx, async ({ trx, now, audit, afterCommit }) => {
    if (proof) await consumeProof(trx, actor.id, proof, now);
    if (!(await confirmSession(trx, actor.sessionId, now))) throw new AppError('UNAUTHENTICATED');
    await audit(actionRecord(actor.isLocked ? 'Sesión desbloqueada' : 'Identidad confirmada'));
    if (proof?.kind === 'recovery') await mailRecoveryUse({ trx, now, afterCommit }, await getAccount(trx, actor.id));
  });
}

/** Undefined when the password was given. */
async function prove(ctx: SignedCtx, given: ConfirmBody): Promise<Proof | undefined> {
  if ('code' in given) return proveOwnCode(ctx, given.code);
  await assertOwnPassword(ctx, { field: 'password', typed: given.password });
  return undefined;
}
