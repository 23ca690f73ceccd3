import { KEEP_DAYS, type KeepPeriods } from '@campanero/contract/retention/endpoints';
import type { Db, Trx } from '../db/client.ts';
import { findSetting, lockSetting, saveSetting } from '../db/setting.ts';

const KEY = 'keep-periods';

export const findKeepPeriods = (db: Db | Trx): Promise<KeepPeriods> => findSetting(db, KEY, { ...KEEP_DAYS });
export const lockKeepPeriods = (trx: Trx): Promise<KeepPeriods> => lockSetting(trx, KEY, { ...KEEP_DAYS });
export const saveKeepPeriods = (trx: Trx, periods: KeepPeriods, now: Date) => saveSetting(trx, KEY, periods, now);
