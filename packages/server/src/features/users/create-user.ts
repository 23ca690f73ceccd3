import type { UserBody } from '@campanero/contract/users/schemas';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { sendPasswordLink } from '../auth/password-links.queries.ts';
import { refuseTakenEmail } from './email-taken.ts';
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
