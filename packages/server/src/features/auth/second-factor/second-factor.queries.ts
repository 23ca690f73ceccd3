import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/client.ts';

const factorOf = (db: Db | Trx, userId: number) =>
  db.selectFrom('secondFactor').select(['userId', 'secret', 'lastStep', 'confirmedAt']).where('userId', '=', userId);

/** The user's confirmed second factor. */
export const findSecondFactor = (db: Db | Trx, userId: number) =>
  factorOf(db, userId).where('confirmedAt', 'is not', null).executeTakeFirst();
export type StoredFactor = NonNullable<Awaited<ReturnType<typeof findSecondFactor>>>;

/** The unconfirmed factor, if its setup began after `begunAfter`. */
export const findPendingFactor = (db: Db, userId: number, begunAfter: Date) =>
  factorOf(db, userId).where('confirmedAt', 'is', null).where('createdAt', '>', begunAfter).executeTakeFirst();

/** Replaces an unconfirmed factor; false when there is a confirmed one. */
export async function storePendingFactor(trx: Trx, userId: number, secret: Buffer, now: Date): Promise<boolean> {
  const stored = await trx
    .insertInto('secondFactor')
    .values({ userId, secret, createdAt: now })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ secret, createdAt: now }).where('secondFactor.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst();
  return stored !== undefined;
}

/** False when it is confirmed already or its secret was replaced since the code was checked. */
export async function confirmFactor(
  trx: Trx,
  checked: { userId: number; secret: Buffer },
  step: number,
  now: Date,
): Promise<boolean> {
  const confirmed = await trx
    .updateTable('secondFactor')
    .set({ confirmedAt: now, lastStep: step })
    .where('userId', '=', checked.userId)
    .where('secret', '=', checked.secret)
    .where('confirmedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** True for exactly one of several concurrent callers with the same code. */
export async function consumeStep(trx: Trx, userId: number, step: number): Promise<boolean> {
  const consumed = await trx
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .where('confirmedAt', 'is not', null)
    .returning('userId')
    .executeTakeFirst();
  return consumed !== undefined;
}

export async function hasRecoveryCode(db: Db, userId: number, codeHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('recoveryCode')
    .select('userId')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** True for exactly one of several concurrent callers. */
export async function consumeRecoveryCode(trx: Trx, userId: number, codeHash: Buffer, now: Date): Promise<boolean> {
  const consumed = await trx
    .updateTable('recoveryCode')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return consumed !== undefined;
}

export async function countRecoveryCodes(db: Db | Trx, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recoveryCode')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

export async function replaceRecoveryCodes(trx: Trx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await trx.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
  await trx
    .insertInto('recoveryCode')
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute();
}

/** Also deletes the recovery codes (cascade). True when the factor was confirmed. */
export async function deleteFactor(trx: Trx, userId: number): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('secondFactor')
    .where('userId', '=', userId)
    .returning('confirmedAt')
    .executeTakeFirst();
  return deleted !== undefined && deleted.confirmedAt !== null;
}

export const listFactorSecrets = (db: Db) => db.selectFrom('secondFactor').select(['userId', 'secret']).execute();

export async function replaceFactorSecret(db: Db, userId: number, from: Buffer, to: Buffer): Promise<void> {
  await db
    .updateTable('secondFactor')
    .set({ secret: to })
    .where('userId', '=', userId)
    .where('secret', '=', from)
    .execute();
}

export async function listRequiredRoles(db: Db | Trx): Promise<number[]> {
  const rows = await db.selectFrom('secondFactorRole').select('roleId').orderBy('roleId', 'desc').execute();
  return rows.map(({ roleId }) => roleId);
}

/** Roles that stay keep their `since`. */
export async function replaceRequiredRoles(trx: Trx, roles: readonly number[], now: Date): Promise<void> {
  await sql`delete from second_factor_role where role_id <> all(${sql.val(roles)}::int[])`.execute(trx);
  await sql`insert into second_factor_role (role_id, since) select unnest(${sql.val(roles)}::int[]), ${now}
    on conflict do nothing`.execute(trx);
}

export async function isSecondFactorRequired(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('userRole')
    .innerJoin('secondFactorRole', 'secondFactorRole.roleId', 'userRole.roleId')
    .select('userRole.userId')
    .where('userRole.userId', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
