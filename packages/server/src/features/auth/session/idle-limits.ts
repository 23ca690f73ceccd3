import { run } from '../../../db/index.ts';
import type { IdleLimits } from '@campanero/contract/auth/identity';
import { ROLES, roleName } from '@campanero/contract/roles';
import { findSetting, lockSetting, saveSetting } from '../../../db/setting.ts';
import { assertCurrent, type SignedCtx, transact, userAudit } from '../../../work/index.ts';
import { listIdleLimits } from '../auth.queries.ts';

/** Setting that holds the version of the limits. */
const IDLE_LIMITS = 'session.idle-limits';

export const viewIdleLimits = async ({ db }: SignedCtx): Promise<IdleLimits> => ({
  ...(await findSetting(db, IDLE_LIMITS, {})),
  limits: await listIdleLimits(db),
});

/** Counts from now, for open sessions too. */
export const setIdleLimits = (ctx: SignedCtx, { limits, version: given }: IdleLimits): Promise<IdleLimits> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const { version } = await lockSetting(trx, IDLE_LIMITS, {});
    assertCurrent({ version }, given);
    const before = await listIdleLimits(trx);
    const after = [...new Map(limits.map((limit) => [limit.roleId, limit])).values()];
    await run(trx)`delete from idle_limit`;
    const rows = after.map((limit) => ({ ...limit, since: now }));
    if (rows.length > 0) await trx.insertInto('idleLimit').values(rows).execute();
    await audit(userAudit(null, 'ACTUALIZAR', { before: auditValues(before), after: auditValues(after) }));
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
