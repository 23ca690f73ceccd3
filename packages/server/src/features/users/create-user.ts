import type { UserBody } from '@campanero/contract/users/schemas';
import pg from 'pg';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { sendPasswordLink } from '../auth/password-links.queries.ts';
import { AppError } from '../../work/app-error.ts';
import { getAccount } from '../auth/auth.queries.ts';
import { rankedRoles } from './users.policy.ts';
import { inWords, stateInWords } from './users.present.ts';
import { getUser, insertUser, replaceRoles, type UserRecord } from './users.queries.ts';

/**
 * A new account, enabled and without password: its owner chooses one with the link of the invitation, which nobody else
 * sees (SEC-10; decisions 2, First password). For the `users` permission. Leaves the account, a mail and an audit record.
 */
export const createUser = (ctx: SignedCtx, { roles, ...person }: UserBody): Promise<UserRecord> =>
  transact(
    ctx,
    async ({ trx, now, audit }) => {
      const id = await insertUser(trx, person, now).catch(refuseTakenEmail);
      await replaceRoles(trx, id, rankedRoles(roles));
      await sendPasswordLink({ trx, now }, ctx.config, { id, ...person, passwordHash: null });
      await audit({
        action: 'USUARIO',
        subaction: 'CREAR',
        object: { type: 'user', id },
        after: {
          ...inWords({ ...person, roles }),
          Estado: stateInWords(false),
          Invitación: `Enviada a ${person.email}`,
        },
      });
      return getUser(trx, id);
    },
    { remember: { remember: ({ id }) => id, recall: (trx, id: number) => getUser(trx, id) } },
  );

const UNIQUE_VIOLATION = '23505';
const EMAIL_INDEX = 'app_user_email';

/** The index decides, whatever two people write at once; this only words its refusal. */
export function refuseTakenEmail(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === EMAIL_INDEX)
    throw new AppError('EMAIL_TAKEN', { fields: [{ field: 'email', message: 'Ese correo ya está registrado.' }] });
  throw error;
}

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
