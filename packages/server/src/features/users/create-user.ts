import { insertRow } from '../../db/index.ts';
import { fullName } from '@campanero/contract/shared/text';
import { ADMINISTRADOR } from '@campanero/contract/roles';
import type { UserBody } from '@campanero/contract/users/schemas';
import {
  AppError,
  assertConfirmed,
  refuseDuplicate,
  type SignedCtx,
  transact,
  userAudit,
  type Work,
} from '../../work/index.ts';
import { sendPasswordLink } from '../auth/password/password-links.queries.ts';
import { getAccount, lockAccount } from '../auth/auth.queries.ts';
import { assertMaySend, assertMaySendTo } from './link-limits.ts';
import { rankedRoles } from './users.policy.ts';
import { userInWords, accountStateInWords } from './users.present.ts';
import { getUser, replaceRoles, type UserRecord } from './users.queries.ts';

/** The owner chooses the password with the emailed invitation. */
export const createUser = (ctx: SignedCtx, body: UserBody): Promise<UserRecord> =>
  transact(ctx, { remember: { remember: ({ id }) => id, recall: getUser } }, async (work) => {
    if (body.roles.includes(ADMINISTRADOR)) assertConfirmed(ctx);
    const { id, record } = await insertInvited(work, ctx.config, body);
    await assertMaySend(work, 1);
    await work.audit(record);
    return getUser(work.trx, id);
  });

export async function insertInvited(work: Work, config: SignedCtx['config'], { roles, ...person }: UserBody) {
  const id = await insertRow(work.trx, 'appUser', { ...person, createdAt: work.now, updatedAt: work.now }).catch(
    refuseTakenEmail,
  );
  await replaceRoles(work.trx, id, rankedRoles(roles));
  await sendPasswordLink(work, config, { id, ...person, passwordHash: null });
  const values = { Estado: accountStateInWords(false), Invitación: `Enviada a ${person.email}` };
  return { id, record: userAudit(id, 'CREAR', { after: { ...userInWords({ ...person, roles }), ...values } }) };
}

export const refuseTakenEmail = refuseDuplicate(
  'app_user_email',
  () => new AppError('EMAIL_TAKEN', { fields: [{ field: 'email', message: 'Ese correo ya está registrado.' }] }),
);

/** Unlike the public request, it is audited and has its own limits. */
export const sendLink = (ctx: SignedCtx, id: number): Promise<void> =>
  transact(ctx, async ({ trx, actor, now, audit, afterCommit }) => {
    await lockAccount(trx, id);
    const account = await getAccount(trx, id);
    if (account.disabled) throw new AppError('USER_DISABLED');
    await assertMaySendTo({ trx, actor, now }, id);
    const kind = await sendPasswordLink({ trx, now, afterCommit }, ctx.config, account);
    const action = kind === 'invitation' ? 'una invitación' : 'un enlace para restablecer la contraseña';
    const after = { Acción: `Envío de ${action}`, Usuario: fullName(account), Correo: account.email };
    await audit(userAudit(id, 'ACCIÓN', { after }));
  });
