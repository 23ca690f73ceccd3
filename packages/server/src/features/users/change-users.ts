import { fullName } from '@campanero/contract/shared/text';
import type { Handover, UserChangeResult } from '@campanero/contract/users/leaving';
import type { UsersPatch } from '@campanero/contract/users/schemas';
import { ADMINISTRADOR } from '@campanero/contract/roles';
import { ERRORS, type ErrorCode } from '@campanero/contract/errors';
import {
  AppError,
  assertConfirmed,
  type AuditRecord,
  type SignedCtx,
  transact,
  userAudit,
  type Work,
} from '../../work/index.ts';
import { endSessions } from '../auth/auth.queries.ts';
import { forgetBrowsers } from '../auth/session/known-browsers.queries.ts';
import { invalidatePasswordLinks } from '../auth/password/password-links.queries.ts';
import { leaveCampaigns, LEAVING_TIMEOUT_MS, handoverAuditValues, type HandoverResult } from './leave-campaigns.ts';
import { hasSameRoles, isOwnAccount, losesAdministrator, rankedRoles, workingSide } from './users.policy.ts';
import { userInWords, accountStateInWords } from './users.present.ts';
import {
  getUser,
  hasOtherAdministrator,
  lockAdministrators,
  lockUser,
  replaceRoles,
  updateUserRow,
  type UserRecord,
} from './users.queries.ts';

/** Enables an account; the old password works again. Not for one's own account. */
export const enableUser = (ctx: SignedCtx, id: number) => changeState(ctx, id, false, undefined);

/** At once: sessions, sockets and links end, and calls are handed over. */
export const disableUser = (ctx: SignedCtx, id: number, handover: Handover | undefined) =>
  changeState(ctx, id, true, handover);

const changeState = (ctx: SignedCtx, id: number, disable: boolean, handover: Handover | undefined) =>
  transact(
    ctx,
    { statementTimeoutMs: LEAVING_TIMEOUT_MS, remember: { remember: () => id, recall: getUser } },
    async (work): Promise<UserRecord> => {
      const [result] = await changeAccounts(work, ctx, { ids: [id], disable, handover });
      if (result!.refusal) throw new AppError(result!.refusal);
      return getUser(work.trx, id);
    },
  );

/** Each account is checked on its own; a refusal does not affect the others. Calls never go to another account that is being disabled. */
export const changeUsers = (ctx: SignedCtx, patch: UsersPatch): Promise<UserChangeResult[]> =>
  transact(ctx, { statementTimeoutMs: LEAVING_TIMEOUT_MS }, async (work) =>
    (await changeAccounts(work, ctx, patch)).map(({ refusal: _refusal, ...result }) => result),
  );

type AccountResult = UserChangeResult & { refusal: ErrorCode | undefined };

async function changeAccounts(work: Work, ctx: SignedCtx, patch: UsersPatch): Promise<AccountResult[]> {
  if (patch.roles?.includes(ADMINISTRADOR)) assertConfirmed(ctx);
  await lockAdministrators(work.trx);
  const results = new Map<number, AccountResult>();
  const changes: Change[] = [];
  // Lock order by id, to avoid deadlocks.
  for (const id of patch.ids.toSorted((a, b) => a - b)) {
    const change = await changeAccount(work, id, patch);
    results.set(id, change.result);
    if (change.result.outcome === 'changed') changes.push(change as Change);
  }
  const leavers = changes.flatMap(({ before, after }) =>
    before.disabled ? [] : [{ id: after.id, side: workingSide(after) }],
  );
  const handovers = await leaveCampaigns(work, leavers, patch.handover, ctx.requestId);
  const records: AuditRecord[] = [];
  for (const change of changes) {
    const handedOver = handovers.get(change.after.id);
    change.result.given = handedOver?.given ?? 0;
    change.result.freed = handedOver?.freed ?? 0;
    records.push(recordOf(change, handedOver));
    // Closing sockets makes open pages read the session again.
    if (patch.roles || patch.disable) work.afterCommit(() => ctx.publish.endUser(change.after.id));
  }
  await work.auditEach(records);
  return patch.ids.map((id) => results.get(id)!);
}

type Change = { before: UserRecord; after: UserRecord; endedSessions: number; result: AccountResult };

async function changeAccount(work: Work, id: number, { disable, roles }: UsersPatch) {
  const { trx, actor, now } = work;
  const before = await lockUser(trx, id);
  if (!before) return { result: resultOf({ id, firstName: `Usuario ${id}`, lastName: '' }, 'refused', 'NOT_FOUND') };
  const after = { ...before, disabled: disable ?? before.disabled, roles: rankedRoles(roles ?? before.roles) };
  if (isOwnAccount(actor, before)) return { result: resultOf(before, 'refused', 'OWN_ACCOUNT') };
  if (before.disabled === after.disabled && hasSameRoles(before.roles, after.roles))
    return { result: resultOf(before, 'same') };
  // Sees the changes made earlier in this transaction.
  if (losesAdministrator(before, after) && !(await hasOtherAdministrator(trx, id)))
    return { result: resultOf(before, 'refused', 'LAST_ADMINISTRATOR') };

  await updateUserRow(trx, id, { disabled: after.disabled }, now);
  if (roles) await replaceRoles(trx, id, after.roles);
  const ended = disable ? await endSessions(trx, { userId: id }, now) : [];
  if (disable) {
    await invalidatePasswordLinks(trx, id, now);
    await forgetBrowsers(trx, id);
  }
  return { before, after, endedSessions: ended.length, result: resultOf(before, 'changed') };
}

const resultOf = (
  user: Pick<UserRecord, 'id' | 'firstName' | 'lastName'>,
  outcome: AccountResult['outcome'],
  refusal?: ErrorCode,
): AccountResult => ({
  id: user.id,
  name: fullName(user),
  outcome,
  refusal,
  reason: refusal ? ERRORS[refusal].es : null,
  given: 0,
  freed: 0,
});

function recordOf({ before, after, endedSessions }: Change, handedOver: HandoverResult | undefined): AuditRecord {
  const handedOverValues = handoverAuditValues(handedOver);
  if (before.disabled === after.disabled)
    return userAudit(after.id, 'ACTUALIZAR', {
      before: userInWords(before),
      after: { ...userInWords(after), ...handedOverValues },
    });
  return userAudit(after.id, 'ACCIÓN', {
    before: { Estado: accountStateInWords(before.disabled) },
    after: {
      Acción: `${after.disabled ? 'Deshabilitar' : 'Habilitar'} a ${fullName(before)}`,
      Estado: accountStateInWords(after.disabled),
      'Sesiones cerradas': endedSessions || undefined,
      ...handedOverValues,
    },
  });
}
