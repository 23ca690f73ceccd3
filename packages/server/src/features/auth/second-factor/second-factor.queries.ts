import { type Db, hasWritten, run, selectColumn, selectValue, type Trx } from '../../../db/index.ts';

const factorOf = (db: Db | Trx, userId: number) =>
  db.selectFrom('secondFactor').select(['userId', 'secret', 'lastStep', 'confirmedAt']).where('userId', '=', userId);

export const findSecondFactor = (db: Db | Trx, userId: number) =>
  factorOf(db, userId).where('confirmedAt', 'is not', null).executeTakeFirst();
export type StoredFactor = NonNullable<Awaited<ReturnType<typeof findSecondFactor>>>;

/** The unconfirmed factor, if its setup began after `begunAfter`. */
export const findPendingFactor = (db: Db, userId: number, begunAfter: Date) =>
  factorOf(db, userId).where('confirmedAt', 'is', null).where('createdAt', '>', begunAfter).executeTakeFirst();

/** Replaces an unconfirmed factor; false when there is a confirmed one. */
export const storePendingFactor = (trx: Trx, userId: number, secret: Buffer, now: Date) =>
  hasWritten(trx)`
    insert into second_factor (user_id, secret, created_at) values (${userId}, ${secret}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
      where second_factor.confirmed_at is null`;

/** False when it is confirmed already or its secret was replaced since the code was checked. */
export const confirmFactor = (trx: Trx, checked: { userId: number; secret: Buffer }, step: number, now: Date) =>
  hasWritten(trx)`
    update second_factor set confirmed_at = ${now}, last_step = ${step}
    where user_id = ${checked.userId} and secret = ${checked.secret} and confirmed_at is null`;

/** True for exactly one of several concurrent callers with the same code. */
export const consumeStep = (trx: Trx, userId: number, step: number) =>
  hasWritten(trx)`
    update second_factor set last_step = ${step}
    where user_id = ${userId} and last_step < ${step} and confirmed_at is not null`;

export const hasRecoveryCode = (db: Db, userId: number, codeHash: Buffer) =>
  selectValue<boolean>(db)`
    select exists (select from recovery_code where user_id = ${userId} and code_hash = ${codeHash} and used_at is null)`;

/** True for exactly one of several concurrent callers. */
export const consumeRecoveryCode = (trx: Trx, userId: number, codeHash: Buffer, now: Date) =>
  hasWritten(trx)`
    update recovery_code set used_at = ${now} where user_id = ${userId} and code_hash = ${codeHash} and used_at is null`;

export const countRecoveryCodes = (db: Db | Trx, userId: number) =>
  selectValue<number>(db)`select count(*) from recovery_code where user_id = ${userId} and used_at is null`;

export async function replaceRecoveryCodes(trx: Trx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await run(trx)`delete from recovery_code where user_id = ${userId}`;
  await run(trx)`insert into recovery_code (user_id, code_hash) select ${userId}, unnest(${[...hashes]}::bytea[])`;
}

/** Also deletes the recovery codes (cascade). True when the factor was confirmed. */
export async function deleteFactor(trx: Trx, userId: number): Promise<boolean> {
  const [wasConfirmed = false] = await selectColumn<boolean>(trx)`
    delete from second_factor where user_id = ${userId} returning confirmed_at is not null`;
  return wasConfirmed;
}

export const listFactorSecrets = (db: Db) => db.selectFrom('secondFactor').select(['userId', 'secret']).execute();

export const replaceFactorSecret = (db: Db, userId: number, from: Buffer, to: Buffer) =>
  hasWritten(db)`update second_factor set secret = ${to} where user_id = ${userId} and secret = ${from}`;

export const listRequiredRoles = (db: Db | Trx) =>
  selectColumn<number>(db)`select role_id from second_factor_role order by role_id desc`;

/** Roles that stay keep their `since`. */
export async function replaceRequiredRoles(trx: Trx, roles: readonly number[], now: Date): Promise<void> {
  await run(trx)`delete from second_factor_role where role_id <> all(${roles}::int[])`;
  await run(trx)`
    insert into second_factor_role (role_id, since) select unnest(${roles}::int[]), ${now} on conflict do nothing`;
}

export const isSecondFactorRequired = (db: Db, userId: number) =>
  selectValue<boolean>(db)`
    select exists (select from user_role join second_factor_role using (role_id) where user_role.user_id = ${userId})`;
