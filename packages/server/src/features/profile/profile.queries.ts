import type { Db, Trx } from '../../db/client.ts';

/** The owner's picture in its current version. */
export const findPicture = (db: Db, userId: number, version: string) =>
  db
    .selectFrom('userPicture')
    .select(['content', 'version'])
    .where('userId', '=', userId)
    .where('version', '=', version)
    .executeTakeFirst();

export async function hasPicture(trx: Trx, userId: number): Promise<boolean> {
  const row = await trx.selectFrom('userPicture').select('userId').where('userId', '=', userId).executeTakeFirst();
  return row !== undefined;
}

export async function replacePicture(
  trx: Trx,
  userId: number,
  picture: { version: string; content: Buffer },
  now: Date,
): Promise<void> {
  const row = { ...picture, updatedAt: now };
  await trx
    .insertInto('userPicture')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute();
}

/** False if there was none. */
export async function deletePicture(trx: Trx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('userPicture').where('userId', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
