import type { ConfirmBody, IdleLimits } from '@campanero/contract/auth/identity';
import { AppError, assertCurrent, type SignedCtx, transact, userAudit } from '../../../work/index.ts';
import { confirmSession, findConfirmWays, getAccount, listIdleLimits } from '../auth.queries.ts';
import { assertOwnPassword } from '../password/change-password.ts';
import { consumeProof, mailRecoveryUse, type Proof, proveOwnCode } from '../second-factor/proof.ts';
import { run } from '../../../db/index.ts';
import { roleName, ROLES } from '@campanero/contract/roles';
import { findSetting, lockSetting, saveSetting } from '../../../db/setting.ts';
import { routesOf } from '../../../http/mount.ts';

export const identityRoutes = routesOf('identity', {
  ways: async (_input, { db, actor, config }) => findConfirmWays(db, actor.id, config.oidcIssuer ?? null),
  confirm: ({ body }, ctx) => confirmIdentity(ctx, body),
  activity: async () => null,
  idleLimits: (_input, ctx) => viewIdleLimits(ctx),
  setIdleLimits: ({ body }, ctx) => setIdleLimits(ctx, body),
});

/** Allows sensitive changes for ten minutes and unlocks a locked session. Failures are limited and audited. */
async function confirmIdentity(ctx: SignedCtx, given: ConfirmBody): Promise<void> {
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

/** Setting that holds the version of the limits. */
const IDLE_LIMITS = 'session.idle-limits';

const viewIdleLimits = async ({ db }: SignedCtx): Promise<IdleLimits> => ({
  ...(await findSetting(db, IDLE_LIMITS, {})),
  limits: await listIdleLimits(db),
});

/** Counts from now, for open sessions too. */
const setIdleLimits = (ctx: SignedCtx, { limits, version: given }: IdleLimits): Promise<IdleLimits> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const { version } = await lockSetting(trx, IDLE_LIMITS, {});
    assertCurrent({ version }, given);
    const before = await listIdleLimits(trx);
    const after = [...new Map(limits.map((limit) => [limit.roleId, limit])).values()];
    await run(trx)`delete from idle_limit`;
    const rows = after.map((limit) => ({ ...limit, since: now }));
    if (rows.length > 0) await trx.insertInto('idleLimit').values(rows).execute();
    await audit(userAudit(null, 'ACTUALIZAR'), { before: auditValues(before), after: auditValues(after) });
    await saveSetting(trx, IDLE_LIMITS, { version: version + 1 }, now);
    return { limits: await listIdleLimits(trx), version: version + 1 };
  });

const auditValues = (limits: IdleLimits['limits']) =>
  Object.fromEntries(
    ROLES.map(({ id }) => {
      const minutes = limits.find(({ roleId }) => roleId === id)?.minutes;
      return [`Bloqueo por inactividad: ${roleName(id)}`, minutes === undefined ? 'No' : `${minutes} minutos`];
    }),
  );
