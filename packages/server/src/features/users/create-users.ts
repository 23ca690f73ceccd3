import { insertRow } from '../../db/index.ts';
import { fullName } from '@campanero/contract/shared/text';
import { ADMINISTRADOR, roleName } from '@campanero/contract/roles';
import type { UserBody } from '@campanero/contract/users/schemas';
import { AppError, assertConfirmed, fieldError, refuseDuplicate, transact, type Work } from '../../work/index.ts';
import { type AuditRecord, userAudit } from '../../work/audit.ts';
import type { SignedCtx } from '../../work/context.ts';
import { sendPasswordLink } from '../auth/password/password-links.queries.ts';
import { getAccount, lockAccount } from '../auth/auth.queries.ts';
import { assertMaySend, assertMaySendTo, countLinkTo } from './link-limits.ts';
import { rankedRoles } from './users.policy.ts';
import { accountStateInWords, userInWords } from './users.present.ts';
import { findUser, getUser, replaceRoles, selectTakenEmails, type UserRecord } from './users.queries.ts';
import { checkUserRows } from '@campanero/contract/users/import';
import type { ImportReport, UserRow } from '@campanero/contract/users/import-schemas';
import type { UserChangeResult } from '@campanero/contract/users/leaving';

/** The owner chooses the password with the emailed invitation. */
export const createUser = (ctx: SignedCtx, body: UserBody): Promise<UserRecord> =>
  transact(ctx, { remember: { remember: ({ id }) => id, recall: getUser } }, async (work) => {
    if (body.roles.includes(ADMINISTRADOR)) assertConfirmed(ctx);
    const { id, record } = await insertInvited(work, ctx.config, body);
    await assertMaySend(work, 1);
    await work.audit(record);
    return getUser(work.trx, id);
  });

async function insertInvited(work: Work, config: SignedCtx['config'], { roles, ...person }: UserBody) {
  const id = await insertRow(work.trx, 'appUser', { ...person, createdAt: work.now, updatedAt: work.now }).catch(
    refuseTakenEmail,
  );
  await replaceRoles(work.trx, id, rankedRoles(roles));
  await sendPasswordLink(work, config, { id, ...person, passwordHash: null });
  const values = { Estado: accountStateInWords(false), Invitación: `Enviada a ${person.email}` };
  return { id, record: userAudit(id, 'CREAR', { after: { ...userInWords({ ...person, roles }), ...values } }) };
}

export const refuseTakenEmail = refuseDuplicate('app_user_email', () =>
  fieldError('EMAIL_TAKEN', 'email', 'Ese correo ya está registrado.'),
);

/** Unlike the public request, it is audited and has its own limits. */
export const sendLink = (ctx: SignedCtx, id: number): Promise<void> =>
  transact(ctx, async ({ trx, actor, now, audit, afterCommit }) => {
    await lockAccount(trx, id);
    const account = await getAccount(trx, id);
    if (account.disabled) throw new AppError('USER_DISABLED');
    await assertMaySendTo({ trx, actor, now }, id);
    const kind = await sendPasswordLink({ trx, now, afterCommit }, ctx.config, account);
    const action = kind === 'invitation' ? 'una invitación' : 'un enlace para restablecer la contraseña';
    const after = { Acción: `Envío de ${action}`, Usuario: fullName(account), Correo: account.email };
    await audit(userAudit(id, 'ACCIÓN'), { after });
  });

/** For a thousand accounts with links, mails and audit records. */
const IMPORT_TIMEOUT_MS = 60_000;

export async function previewImport({ db }: SignedCtx, rows: readonly UserRow[]): Promise<ImportReport> {
  const { good, bad } = checkUserRows(rows, await selectTakenEmails(db, emailsOf(rows)));
  return {
    good: good.map(({ line, firstName, lastName, email, roles }) => ({
      line,
      name: fullName({ firstName, lastName }),
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
      const name = user ? fullName(user) : `Usuario ${id}`;
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
