import { ADMINISTRADOR } from '@campanero/contract/roles';
import type { Handover } from '@campanero/contract/users/leaving';
import { type AuditRecord, type Ctx, found, userAudit, type Work } from '../../work/index.ts';
import { handoverAuditValues, leaveCampaigns } from './leave-campaigns.ts';
import { hasSameRoles, losesAdministrator, rankedRoles, workingSide } from './users.policy.ts';
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

/** Replaces the roles; calls of a side on which the user works no more are handed over. */
export async function changeRoles(
  work: Work<Ctx['actor']>,
  user: UserRecord,
  handover: Handover | undefined,
  requestId: string,
) {
  await replaceRoles(work.trx, user.id, user.roles);
  // Already handed over when the account was disabled.
  if (user.disabled) return undefined;
  return (await leaveCampaigns(work, [{ id: user.id, side: workingSide(user) }], handover, requestId)).get(user.id);
}

/** The roles that the directory gives a user at a sign-in; the last Administrador stays one. The record of the change, if any. */
export async function setRolesAtSignIn(
  work: Work<Ctx['actor']>,
  id: number,
  given: readonly number[],
  { publish, requestId }: Ctx,
): Promise<AuditRecord | undefined> {
  const { trx, now } = work;
  if (hasSameRoles((await getUser(trx, id)).roles, given)) return undefined;
  await lockAdministrators(trx);
  const before = found(await lockUser(trx, id));
  const wanted = { ...before, roles: rankedRoles(given) };
  const isLast = losesAdministrator(before, wanted) && !(await hasOtherAdministrator(trx, id));
  const after = isLast ? { ...before, roles: rankedRoles([...given, ADMINISTRADOR]) } : wanted;
  await updateUserRow(trx, id, {}, now);
  const handedOver = await changeRoles(work, after, undefined, requestId);
  work.afterCommit(() => publish.endUser(id));
  return userAudit(id, 'ACTUALIZAR', {
    userId: id,
    before: userInWords(before),
    after: {
      ...userInWords(after),
      Origen: 'Directorio',
      Nota: isLast ? 'Conserva Administrador: es el último que puede ingresar' : undefined,
      ...handoverAuditValues(handedOver),
    },
  });
}
