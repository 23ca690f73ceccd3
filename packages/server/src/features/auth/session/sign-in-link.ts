import { SIGNED_IN } from '@campanero/contract/audit-log/endpoints';
import { ADMINISTRADOR } from '@campanero/contract/roles';
import { AppError, type Ctx, transact, userAudit } from '../../../work/index.ts';
import { getAccount, lockAccount } from '../auth.queries.ts';
import { consumePasswordLink, findPasswordLink } from '../password/password-links.queries.ts';
import { createSession } from './sessions.ts';

/** With the link of commands/sign-in-link.ts: for an administrator while the directory is away and nobody has a password. */
export async function signInByLink(ctx: Ctx, key: { userId: number; secret: string }) {
  const link = await findPasswordLink(ctx.db, { ...key, isSignIn: true }, ctx.clock());
  if (!link) throw new AppError('SIGN_IN_LINK_USED');
  return transact(ctx, { remember: false }, async ({ trx, now, audit }) => {
    const { userId } = key;
    await lockAccount(trx, userId);
    const account = await getAccount(trx, userId);
    const isAllowed = !account.disabled && account.roles.includes(ADMINISTRADOR);
    if (!isAllowed || !(await consumePasswordLink(trx, link.id, now))) throw new AppError('SIGN_IN_LINK_USED');
    const { address, userAgent, config } = ctx;
    const session = await createSession(trx, config, { userId, address, userAgent }, now);
    const after = { Acción: SIGNED_IN, Dirección: address, Con: 'Enlace de un solo uso, pedido en el servidor' };
    await audit(userAudit(userId, 'ACCIÓN'), { userId, after });
    return { ...session, account };
  });
}
