import type { ConfirmBody } from '@campanero/contract/auth/identity';
import { queueMail } from '../../../integrations/mailer/queue-mail.ts';
import { AppError } from '../../../work/app-error.ts';
import type { SignedCtx } from '../../../work/context.ts';
import { transact } from '../../../work/transact.ts';
import { recoveryCodeUsedMail } from '../auth.mails.ts';
import { confirmSession, getAccount } from '../auth.queries.ts';
import { assertOwnPassword } from '../password/change-password.ts';
import { consumeProof, proveOwnCode, type Proof } from '../second-factor/proof.ts';
import { countRecoveryCodes } from '../second-factor/second-factor.queries.ts';

/**
 * The owner of the session proves to be there, with the password or a code of the second factor: for ten minutes the session may make
 * changes that ask for it, and a locked one goes on. Guessing is limited as everywhere. Leaves an audit record, failures too.
 */
export async function confirmIdentity(ctx: SignedCtx, given: ConfirmBody): Promise<void> {
  const proof = await prove(ctx, given).catch(async (refusal: unknown) => {
    if (refusal instanceof AppError && refusal.error !== 'TOO_MANY_ATTEMPTS')
      await transact(ctx, ({ audit }) => audit(recordOf(ctx, 'Confirmación de identidad fallida')), {
        remember: false,
      });
    throw refusal;
  });
  const { actor } = ctx;
  await transact(ctx, async ({ trx, now, audit, afterCommit }) => {
    if (proof) await consumeProof(trx, actor.id, proof, now);
    if (!(await confirmSession(trx, actor.sessionId, now))) throw new AppError('UNAUTHENTICATED');
    await audit(recordOf(ctx, actor.isLocked ? 'Sesión desbloqueada' : 'Identidad confirmada'));
    if (proof?.kind !== 'recovery') return;
    const { firstName, email } = await getAccount(trx, actor.id);
    const notice = recoveryCodeUsedMail(firstName, await countRecoveryCodes(trx, actor.id));
    await queueMail({ trx, now, afterCommit }, { userId: actor.id, to: email, ...notice });
  });
}

/** Undefined: by password. */
async function prove(ctx: SignedCtx, given: ConfirmBody): Promise<Proof | undefined> {
  if ('code' in given) return proveOwnCode(ctx, given.code);
  await assertOwnPassword(ctx, { field: 'password', typed: given.password });
  return undefined;
}

const recordOf = ({ actor }: SignedCtx, what: string) =>
  ({
    action: 'USUARIO',
    subaction: 'ACCIÓN',
    object: { type: 'user', id: actor.id },
    after: { Acción: what },
  }) as const;
