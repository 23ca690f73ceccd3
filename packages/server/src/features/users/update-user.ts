import type { Handover } from '@campanero/contract/users/leaving';
import type { UserPatch } from '@campanero/contract/users/schemas';
import { letter, queueMail } from '../../integrations/mailer/queue-mail.ts';
import {
  AppError,
  assertConfirmed,
  assertCurrent,
  found,
  type SignedCtx,
  transact,
  userAudit,
  type Work,
} from '../../work/index.ts';
import { sendPasswordLink, invalidatePasswordLinks } from '../auth/password/password-links.queries.ts';
import { refuseTakenEmail } from './create-user.ts';
import { assertMaySendTo } from './link-limits.ts';
import { leaveCampaigns, LEAVING_TIMEOUT_MS, handoverAuditValues } from './leave-campaigns.ts';
import {
  becomesAdministrator,
  hasSameRoles,
  isOwnAccount,
  losesAdministrator,
  rankedRoles,
  workingSide,
} from './users.policy.ts';
import { userInWords } from './users.present.ts';
import {
  getUser,
  hasOtherAdministrator,
  lockAdministrators,
  lockUser,
  replaceRoles,
  updateUserRow,
  type UserRecord,
} from './users.queries.ts';

// Sockets are closed so that open pages read the session again. A new email voids links sent to the old one, and both addresses
// get a mail.
export const updateUser = (ctx: SignedCtx, id: number, { version, roles, handover, ...given }: UserPatch) =>
  transact(
    ctx,
    { statementTimeoutMs: LEAVING_TIMEOUT_MS, remember: { remember: () => id, recall: getUser } },
    async (work) => {
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
      await audit(userAudit(id, 'ACTUALIZAR', { before: userInWords(before), after: values }));
      if (hasNewRoles) afterCommit(() => ctx.publish.endUser(id));
      return getUser(trx, id);
    },
  );

async function changeRoles(work: Work, user: UserRecord, handover: Handover | undefined, requestId: string) {
  await replaceRoles(work.trx, user.id, user.roles);
  // Already handed over when the account was disabled.
  if (user.disabled) return undefined;
  return (await leaveCampaigns(work, [{ id: user.id, side: workingSide(user) }], handover, requestId)).get(user.id);
}

async function handleMailChange(work: Work, ctx: SignedCtx, before: UserRecord, after: UserRecord): Promise<void> {
  const { trx, now } = work;
  await invalidatePasswordLinks(trx, after.id, now);
  if (after.invited) {
    if (after.disabled) return;
    await assertMaySendTo(work, after.id);
    await sendPasswordLink(work, ctx.config, { ...after, passwordHash: null });
    return;
  }
  const notice = emailChangedMail(after.firstName, after.email);
  await queueMail(work, { userId: null, to: before.email, ...notice });
  await queueMail(work, { userId: after.id, to: after.email, ...notice });
}

/** Sent to both addresses: the owner of the old one must learn of the change. */
function emailChangedMail(firstName: string, email: string) {
  return {
    subject: 'El correo de su cuenta de Campanero cambió',
    text: letter(
      firstName,
      `Un administrador cambió el correo de su cuenta en Campanero. Desde ahora se ingresa con ${email}.`,
      'Si no esperaba este cambio, avise a un administrador.',
    ),
  };
}
