import { type Db, selectRow, sql, type Trx } from '../../db/index.ts';

const EMPTY_PROFILE = {
  city: '',
  districtId: null as string | null,
  areaCode: null as string | null,
  logoVersion: null as string | null,
  /** Version of city, district and area code. */
  version: 0,
  mailTestedAt: null as Date | null,
  firstDayClosedAt: null as Date | null,
};
type Installation = typeof EMPTY_PROFILE;

/** There is no row before the first change. */
export const readInstallation = async (db: Db | Trx): Promise<Installation> =>
  (await db
    .selectFrom('cityProfile')
    .select(['city', 'districtId', 'areaCode', 'logoVersion', 'version', 'mailTestedAt', 'firstDayClosedAt'])
    .executeTakeFirst()) ?? EMPTY_PROFILE;

/** Locks until the commit, so that changes and their audit records are serialised. */
export async function lockInstallation(trx: Trx): Promise<Installation> {
  await sql`insert into city_profile (id) values (true) on conflict do nothing`.execute(trx);
  await sql`select from city_profile for update`.execute(trx);
  return readInstallation(trx);
}

export const readLetterhead = async (db: Db): Promise<{ city: string; logo: Buffer | null }> =>
  (await db.selectFrom('cityProfile').select(['city', 'logo']).executeTakeFirst()) ?? { city: '', logo: null };

export async function updateInstallation(
  trx: Trx,
  change: Partial<Installation> & { logo?: Buffer | null },
  now: Date,
): Promise<void> {
  const row = { ...change, updatedAt: now };
  await trx
    .insertInto('cityProfile')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export const findLogo = (db: Db, version: string) =>
  db.selectFrom('cityProfile').select(['logo', 'logoVersion']).where('logoVersion', '=', version).executeTakeFirst();

export const findDistrict = (db: Db | Trx, id: string) =>
  db.selectFrom('locationDistrict').select(['id', 'display']).where('id', '=', id).executeTakeFirst();

export const readFirstDayFacts = (db: Db, userId: number) =>
  selectRow<{ mustChange: boolean; hasUsers: boolean; hasCampaigns: boolean }>(db)`
    select coalesce((select must_change_password from app_user where id = ${userId}), false) as must_change,
      exists (select from app_user where id <> ${userId} and kind = 'person') as has_users,
      exists (select from campaign) as has_campaigns`;
