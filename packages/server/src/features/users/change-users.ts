import { fullName } from '@campanero/contract/shared/text';
import type { Handover, UserChangeResult } from '@campanero/contract/users/leaving';
import type { UserPatch, UsersPatch } from '@campanero/contract/users/schemas';
import { ADMINISTRADOR } from '@campanero/contract/roles';
import { type ErrorCode, ERRORS } from '@campanero/contract/errors';
import { AppError, assertConfirmed, assertCurrent, found, transact, type Work } from '../../work/index.ts';
import { type AuditRecord, userAudit } from '../../work/audit.ts';
import type { SignedCtx } from '../../work/context.ts';
import { endSessions } from '../auth/auth.queries.ts';
import { forgetBrowsers } from '../auth/session/known-browsers.queries.ts';
import { sendPasswordLink, invalidatePasswordLinks } from '../auth/password/password-links.queries.ts';
import { handoverAuditValues, type HandoverResult, leaveCampaigns, LEAVING_TIMEOUT_MS } from './leave-campaigns.ts';
import {
  becomesAdministrator,
  hasSameRoles,
  isOwnAccount,
  losesAdministrator,
  rankedRoles,
  workingSide,
} from './users.policy.ts';
import { accountStateInWords, userInWords } from './users.present.ts';
import {
  getUser,
  hasOtherAdministrator,
  lockAdministrators,
  lockUser,
  replaceRoles,
  updateUserRow,
  type UserRecord,
} from './users.queries.ts';
import { letter, queueMail } from '../../integrations/mailer/queue-mail.ts';
import { refuseTakenEmail } from './create-users.ts';
import { assertMaySendTo } from './link-limits.ts';
import { changeRoles } from './set-roles.ts';

/** Disabling ends sessions, sockets and links at once and hands calls over. The password is kept for enabling. */
export const setDisabled = (ctx: SignedCtx, id: number, disable: boolean, handover?: Handover) =>
  transact(ctx, changeOf(id), async (work): Promise<UserRecord> => {
    const [result] = await changeAccounts(work, ctx, { ids: [id], disable, handover });
    if (result!.refusal) throw new AppError(result!.refusal);
    return getUser(work.trx, id);
  });

/** Moving calls may take long; under an Idempotency-Key only the id is stored. */
const changeOf = (id: number) => ({
  statementTimeoutMs: LEAVING_TIMEOUT_MS,
  remember: { remember: () => id, recall: getUser },
});

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

// Sockets are closed so that open pages read the session again. A new email voids links sent to the old one, and both addresses
// get a mail.
export const updateUser = (ctx: SignedCtx, id: number, { version, roles, handover, ...given }: UserPatch) =>
  transact(ctx, changeOf(id), async (work) => {
    const { trx, actor, now, audit, afterCommit } = work;
    if (roles) await lockAdministrators(trx);
    const before = found(await lockUser(trx, id));
    assertCurrent(before, version);
    const after = { ...before, ...given, roles: rankedRoles(roles ?? before.roles) };
    if (before.email !== after.email || becomesAdministrator(before, after)) assertConfirmed(ctx);
    const hasNewRoles = !hasSameRoles(before.roles, after.roles);
    if (hasNewRoles && isOwnAccount(actor, before)) throw new AppError('OWN_ACCOUNT');
    if (losesAdministrator(before, after) && !(await hasOtherAdministrator(trx, id)))
      throw new AppError('LAST_ADMINISTRATOR');

    await updateUserRow(trx, id, given, now).catch(refuseTakenEmail);
    if (before.email !== after.email) await handleMailChange(work, ctx, before, after);
    const handedOver = hasNewRoles ? await changeRoles(work, after, handover, ctx.requestId) : undefined;
    const values = { ...userInWords(after), ...handoverAuditValues(handedOver) };
    await audit(userAudit(id, 'ACTUALIZAR'), { before: userInWords(before), after: values });
    if (hasNewRoles) afterCommit(() => ctx.publish.endUser(id));
    return getUser(trx, id);
  });

async function handleMailChange(work: Work, ctx: SignedCtx, before: UserRecord, after: UserRecord): Promise<void> {
  const { trx, now } = work;
  await invalidatePasswordLinks(trx, after.id, now);
  if (after.invited) {
    if (after.disabled) return;
    await assertMaySendTo(work, after.id);
    await sendPasswordLink(work, ctx.config, { ...after, passwordHash: null });
    return;
  }
  const subject = 'El correo de su cuenta de Campanero cambió';
  const text = letter(
    after.firstName,
    `Un administrador cambió el correo de su cuenta en Campanero. Desde ahora se ingresa con ${after.email}.`,
    'Si no esperaba este cambio, avise a un administrador.',
  );
  // To both addresses: the owner of the old one must learn of the change.
  await queueMail(work, { userId: null, to: before.email, subject, text });
  await queueMail(work, { userId: after.id, to: after.email, subject, text });
}
