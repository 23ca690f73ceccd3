import { insertRow } from '../../db/index.ts';
import type { GuestBody } from '@campanero/contract/auth/schemas';
import { AppError, type Ctx, hitOrRefuse, refuseDuplicate, transact, userAudit } from '../../work/index.ts';
import { ADDRESS_REGISTRATIONS, addressKey } from './attempt-limits.ts';
import { getAccount } from './auth.queries.ts';
import { assertPasswordAllowed, hashPassword } from './password/passwords.ts';
import { createSession } from './session/sessions.ts';
import type { SignedIn } from './session/sign-in.ts';

/** Registers a guest without roles, where the installation allows it, and signs them in. Leaves an audit record. */
export async function registerGuest(ctx: Ctx, given: GuestBody): Promise<SignedIn> {
  if (!ctx.config.allowRegistration) throw new AppError('REGISTRATION_CLOSED');
  await hitOrRefuse(ctx.db, addressKey('register', ctx.address), ADDRESS_REGISTRATIONS, ctx.clock());

  const [firstName = '', ...rest] = given.displayName.split(/\s+/);
  const person = { firstName, lastName: rest.join(' '), email: given.email };
  assertPasswordAllowed(given.password, person, ctx.config);
  const passwordHash = await hashPassword(given.password);
  return transact(ctx, { remember: false }, async ({ trx, now, audit }): Promise<SignedIn> => {
    const id = await insertRow(trx, 'appUser', { ...person, passwordHash, lastLoginAt: now }).catch(
      refuseDuplicate('app_user_email', () => new AppError('EMAIL_TAKEN')),
    );
    const { address, userAgent } = ctx;
    const session = await createSession(trx, ctx.config, { userId: id, address, userAgent }, now);
    await audit(
      userAudit(id, 'CREAR', {
        userId: id,
        after: { Nombre: given.displayName, Correo: given.email, Roles: 'Invitado' },
      }),
    );
    return { ...session, account: await getAccount(trx, id) };
  });
}
