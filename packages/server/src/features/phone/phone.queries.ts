import type { DialBody } from '@campanero/contract/phone/schemas';
import { type Db, fullName, type RowOf, selectRow, sql, type Trx } from '../../db/index.ts';

type Setting = Omit<RowOf<'phoneSetting'>, 'onlyOne' | 'updatedBy'>;
interface StoredDial extends Setting {
  updatedBy: string | null;
  areaCode: string | null;
}

export const selectDial = (db: Db | Trx) =>
  selectRow<StoredDial>(db)`
    select template, zero, fifteen, nine, all_mobile, short_local, version, phone_setting.updated_at,
      (select ${fullName()} from app_user where app_user.id = phone_setting.updated_by) as updated_by,
      (select area_code from city_profile) as area_code
    from phone_setting`;

export const lockDial = (trx: Trx) => sql`select from phone_setting for update`.execute(trx);

export const updateDial = (trx: Trx, { version, ...dial }: DialBody, userId: number, now: Date) =>
  trx
    .updateTable('phoneSetting')
    .set({ ...dial, version: version + 1, updatedBy: userId, updatedAt: now })
    .execute();
