import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import type { CallingDefaultBody, CallingRules, Holiday } from '@campanero/contract/calling-rules/schemas';
import {
  type Db,
  fullName,
  hasWritten,
  selectFirst,
  selectRow,
  selectRows,
  selectValue,
  sql,
  type Trx,
} from '../../db/index.ts';
import { found } from '../../work/app-error.ts';

interface StoredDefault {
  rules: CallingRules;
  acrossCampaigns: boolean;
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
}

export const selectDefault = (db: Db | Trx) =>
  selectRow<StoredDefault>(db)`
    select rules, across_campaigns, version, calling_default.updated_at,
      (select ${fullName()} from app_user where app_user.id = calling_default.updated_by) as updated_by
    from calling_default`;

export const lockDefault = (trx: Trx) => sql`select from calling_default for update`.execute(trx);

export const updateDefault = (trx: Trx, { rules, acrossCampaigns }: CallingDefaultBody, userId: number, now: Date) =>
  selectValue<number>(trx)`
    update calling_default set rules = ${JSON.stringify(rules)}::jsonb, across_campaigns = ${acrossCampaigns},
      version = version + 1, updated_by = ${userId}, updated_at = ${now}
    returning version`;

export const selectHolidays = (db: Db | Trx) =>
  selectRows<Holiday>(db)`select day::text, name, kind, version from holiday order by day`;

/** Rules with their holidays; without a query when they ignore holidays. */
export async function calendarOf(db: Db | Trx, rules: CallingRules): Promise<Calendar> {
  const [calendar] = await calendarsOf(db, [{ rules }]);
  return calendar!;
}

/** The same for several campaigns with one query. */
export async function calendarsOf(db: Db | Trx, all: readonly Pick<Calendar, 'rules'>[]): Promise<Calendar[]> {
  const holidays = all.some(({ rules }) => rules.closesOnHolidays) ? await selectHolidays(db) : [];
  const byDay = new Map(holidays.map(({ day, name }) => [day, name]));
  return all.map(({ rules }) => ({ rules, holidays: byDay }));
}

/** False when the day is already a holiday. */
export const insertHoliday = (trx: Trx, { day, name, kind, version }: Holiday) =>
  hasWritten(trx)`
    insert into holiday (day, name, kind, version) values (${day}::date, ${name}, ${kind}, ${version}) on conflict do nothing`;

export const lockHoliday = async (trx: Trx, day: string) =>
  found(
    await selectFirst<Holiday>(trx)`
      select day::text, name, kind, version from holiday where day = ${day}::date for update`,
  );

export const deleteHolidayRow = (trx: Trx, day: string) =>
  sql`delete from holiday where day = ${day}::date`.execute(trx);

export const renameHoliday = (trx: Trx, { day, name, version }: Holiday) =>
  sql`update holiday set name = ${name}, version = ${version} where day = ${day}::date`.execute(trx);
