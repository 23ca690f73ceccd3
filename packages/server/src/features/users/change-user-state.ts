import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { endSessions } from '../auth/auth.queries.ts';
import { voidPasswordLinks } from '../auth/password/password-links.queries.ts';
import { releaseCalls } from './release-calls.ts';
import { isOwnAccount, losesAdministrator } from './users.policy.ts';
import { stateInWords } from './users.present.ts';
import {
  getUser,
  hasOtherAdministrator,
  lockAdministrators,
  lockUser,
  updateUserRow,
  type UserRecord,
} from './users.queries.ts';

/** One operator may have several campaigns with 15,000 calls each to release. */
const RELEASE_TIMEOUT_MS = 120_000;

/** Lets a user sign in again, with the password they had. Not for one's own account. */
export const enableUser = (ctx: SignedCtx, id: number) => changeState(ctx, id, false);

/**
 * Disables a user at once: sessions, sockets and open links end, untouched calls lose their operator, touched ones stay
 * until Rebalancear moves them. Not for one's own account, nor for the last Administrador.
 */
export const disableUser = (ctx: SignedCtx, id: number) => changeState(ctx, id, true);

/** For the `users` permission. Leaves one audit record, or nothing if the account already has that state. */
const changeState = (ctx: SignedCtx, id: number, disabled: boolean): Promise<UserRecord> =>
  transact(
    ctx,
    async (work) => {
      const { trx, actor, now, audit, afterCommit } = work;
      await lockAdministrators(trx);
      const before = await lockUser(trx, id);
      if (isOwnAccount(actor, before)) throw new AppError('OWN_ACCOUNT');
      if (before.disabled === disabled) return before;
      if (losesAdministrator(before, { ...before, disabled }) && !(await hasOtherAdministrator(trx, id)))
        throw new AppError('LAST_ADMINISTRATOR');

      await updateUserRow(trx, id, { disabled }, now);
      const ended = disabled ? await endSessions(trx, { userId: id }, now) : [];
      if (disabled) await voidPasswordLinks(trx, id, now);
      const released = disabled ? await releaseCalls(work, id, null) : 0;
      await audit({
        action: 'USUARIO',
        subaction: 'ACCIÓN',
        object: { type: 'user', id },
        before: { Estado: stateInWords(before.disabled) },
        after: {
          Acción: `${disabled ? 'Deshabilitar' : 'Habilitar'} a ${before.firstName} ${before.lastName}`.trim(),
          Estado: stateInWords(disabled),
          'Sesiones cerradas': ended.length > 0 ? ended.length : undefined,
          'Llamados sin operador': released > 0 ? released : undefined,
        },
      });
      if (disabled) afterCommit(() => ctx.publish.endUser(id));
      return getUser(trx, id);
    },
    {
      statementTimeoutMs: RELEASE_TIMEOUT_MS,
      remember: { remember: () => id, recall: (trx, stored: number) => getUser(trx, stored) },
    },
  );
