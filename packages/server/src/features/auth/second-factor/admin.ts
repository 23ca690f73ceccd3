import { fullName } from '@campanero/contract/shared/text';
import type { RequiredRoles } from '@campanero/contract/auth/second-factor';
import { roleName } from '@campanero/contract/roles';
import { findSetting, lockSetting, saveSetting } from '../../../db/setting.ts';
import type { EventWork } from '../../../work/notify.ts';
import { AppError, assertCurrent, type SignedCtx, transact, userAudit, type Work } from '../../../work/index.ts';
import { mailAccount, SECOND_FACTOR_RESET } from '../auth.mails.ts';
import { endSessions, getAccount, lockAccount, type Account } from '../auth.queries.ts';
import { deleteFactor, listRequiredRoles, replaceRequiredRoles } from './second-factor.queries.ts';

/** For a user who lost phone and recovery codes. Ends all their sessions. */
export const resetSecondFactor = (ctx: SignedCtx, userId: number): Promise<void> =>
  transact(ctx, async (work) => {
    const account = await getAccount(work.trx, userId);
    if (account.id === work.actor.id) throw new AppError('OWN_SECOND_FACTOR');
    await removeFactor(work, account);
    work.afterCommit(() => ctx.publish.endUser(userId));
  });

/** Also used by commands/reset-second-factor.ts, which has no actor. */
export async function removeFactor(
  { trx, now, audit, afterCommit }: EventWork & Pick<Work, 'audit'>,
  account: Account,
) {
  const userId = account.id;
  await lockAccount(trx, userId);
  if (!(await deleteFactor(trx, userId))) throw new AppError('SECOND_FACTOR_INACTIVE');
  const ended = await endSessions(trx, { userId }, now);
  await audit(userAudit(userId, 'ACCIÓN'), {
    before: { 'Segundo factor': 'Activo' },
    after: {
      Acción: `Restablecer el segundo factor de ${fullName(account)}`,
      'Segundo factor': 'Inactivo',
      'Sesiones cerradas': ended.length > 0 ? ended.length : undefined,
    },
  });
  await mailAccount({ trx, now, afterCommit }, account, SECOND_FACTOR_RESET);
}

/** Setting that holds the version of the required roles. */
const REQUIRED_ROLES = 'second-factor.roles';

export const viewRequiredRoles = async ({ db }: SignedCtx): Promise<RequiredRoles> => ({
  ...(await findSetting(db, REQUIRED_ROLES, {})),
  roles: await listRequiredRoles(db),
});

const roleNames = (roles: readonly number[]) => roles.map(roleName).join(', ') || 'Ninguno';

/** Takes effect at the next sign-in, so that no call is interrupted; open sessions end after twelve hours at most. */
export const requireSecondFactor = (ctx: SignedCtx, given: RequiredRoles): Promise<RequiredRoles> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const roles = [...new Set(given.roles)].toSorted((a, b) => b - a);
    const { version } = await lockSetting(trx, REQUIRED_ROLES, {});
    const before = await listRequiredRoles(trx);
    if (before.join() === roles.join()) return { roles, version };
    assertCurrent({ version }, given.version);
    const next = { version: version + 1 };
    await replaceRequiredRoles(trx, roles, now);
    await saveSetting(trx, REQUIRED_ROLES, next, now);
    await audit(userAudit(null, 'ACTUALIZAR'), {
      before: { 'Roles que exigen segundo factor': roleNames(before) },
      after: { 'Roles que exigen segundo factor': roleNames(roles) },
    });
    return { roles, ...next };
  });
