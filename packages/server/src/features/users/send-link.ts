import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { getAccount } from '../auth/auth.queries.ts';
import { sendPasswordLink } from '../auth/password-links.queries.ts';

/**
 * An administrator sends somebody the link to choose a password: the invitation again for whoever never chose one. Only
 * the mailbox sees the link (SEC-10). Unlike the public request it says who asked, and neither counts against the limit of
 * that one nor is stopped by it (decisions 2). Leaves a mail and an audit record.
 */
export const sendLink = (ctx: SignedCtx, id: number): Promise<void> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const account = await getAccount(trx, id);
    if (account.disabled) throw new AppError('USER_DISABLED');
    const kind = await sendPasswordLink({ trx, now }, ctx.config, account);
    await audit({
      action: 'USUARIO',
      subaction: 'ACCIÓN',
      object: { type: 'user', id },
      after: {
        Acción: kind === 'invitation' ? 'Envío de una invitación' : 'Envío de un enlace para restablecer la contraseña',
        Usuario: `${account.firstName} ${account.lastName}`.trim(),
        Correo: account.email,
      },
    });
  });
