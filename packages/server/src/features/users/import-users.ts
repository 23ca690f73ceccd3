import { checkUserRows } from '@campanero/contract/users/import';
import type { ImportReport, UserRow } from '@campanero/contract/users/import-schemas';
import type { UserChangeResult } from '@campanero/contract/users/leaving';
import { ADMINISTRADOR, roleName } from '@campanero/contract/roles';
import { AppError, assertConfirmed, type AuditRecord, type SignedCtx, transact, userAudit } from '../../work/index.ts';
import { lockAccount } from '../auth/auth.queries.ts';
import { sendPasswordLink } from '../auth/password/password-links.queries.ts';
import { insertInvited } from './create-user.ts';
import { assertMaySend, countLinkTo } from './link-limits.ts';
import { rankedRoles } from './users.policy.ts';
import { findUser, selectTakenEmails } from './users.queries.ts';

/** For a thousand accounts with links, mails and audit records. */
const IMPORT_TIMEOUT_MS = 60_000;

export async function previewImport({ db }: SignedCtx, rows: readonly UserRow[]): Promise<ImportReport> {
  const { good, bad } = checkUserRows(rows, await selectTakenEmails(db, emailsOf(rows)));
  return {
    good: good.map(({ line, firstName, lastName, email, roles }) => ({
      line,
      name: `${firstName} ${lastName}`.trim(),
      email,
      roles: rankedRoles(roles).map((id) => ({ id, name: roleName(id) ?? '' })),
    })),
    bad,
  };
}

const emailsOf = (rows: readonly UserRow[]) => rows.map(({ email }) => email.toLowerCase());

/** CONFLICT, and nothing is created, if the number of valid rows differs from the preview. */
export const importUsers = (ctx: SignedCtx, rows: readonly UserRow[], expected: number): Promise<{ created: number }> =>
  transact(ctx, { statementTimeoutMs: IMPORT_TIMEOUT_MS }, async (work) => {
    const { good } = checkUserRows(rows, await selectTakenEmails(work.trx, emailsOf(rows)));
    if (good.some(({ roles }) => roles.includes(ADMINISTRADOR))) assertConfirmed(ctx);
    if (good.length !== expected) throw new AppError('CONFLICT');
    const records: AuditRecord[] = [];
    for (const { line: _line, ...body } of good) {
      const { record } = await insertInvited(work, ctx.config, body);
      records.push({ ...record, after: { ...record.after, Origen: `Importación de ${expected} usuarios` } });
    }
    await assertMaySend(work, good.length);
    await work.auditEach(records);
    return { created: good.length };
  });

/** Earlier links become void. Users with a password are skipped. */
export const inviteAgain = (ctx: SignedCtx, ids: readonly number[]): Promise<UserChangeResult[]> =>
  transact(ctx, async ({ trx, actor, now, auditEach, afterCommit }) => {
    const results: UserChangeResult[] = [];
    const records: AuditRecord[] = [];
    // Lock order by id, to avoid deadlocks.
    for (const id of ids.toSorted((a, b) => a - b)) {
      await lockAccount(trx, id);
      const user = await findUser(trx, id);
      const name = user ? `${user.firstName} ${user.lastName}`.trim() : `Usuario ${id}`;
      const reason = await findRefusal({ trx, now }, user);
      const outcome = reason ? 'refused' : user!.invited ? 'changed' : 'same';
      results.push({ id, name, outcome, reason, given: 0, freed: 0 });
      if (outcome !== 'changed' || !user) continue;
      await sendPasswordLink({ trx, now, afterCommit }, ctx.config, { ...user, passwordHash: null });
      const after = { Acción: 'Envío de una invitación', Usuario: name, Correo: user.email };
      records.push(userAudit(id, 'ACCIÓN', { after }));
    }
    if (records.length > 0) await assertMaySend({ trx, actor, now }, records.length);
    await auditEach(records);
    return ids.map((id) => results.find((result) => result.id === id)!);
  });

/** Why nothing is sent; null if allowed. */
async function findRefusal(work: Parameters<typeof countLinkTo>[0], user: Awaited<ReturnType<typeof findUser>>) {
  if (!user) return 'No existe.';
  if (user.disabled) return 'Está deshabilitado: habilítelo antes.';
  return !user.invited || (await countLinkTo(work, user.id)).allowed
    ? null
    : 'Ya se le enviaron cinco enlaces en la última hora.';
}
