import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import type { CallingRules, Holiday } from '@campanero/contract/calling-rules/schemas';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { fullName } from '../../db/product-sql.ts';

interface StoredDefault {
  rules: CallingRules;
  acrossCampaigns: boolean;
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
}

export async function selectDefault(db: Db | Trx): Promise<StoredDefault> {
  const { rows } = await sql<StoredDefault>`
    select rules, across_campaigns, version, calling_default.updated_at,
      (select ${fullName()} from app_user where app_user.id = calling_default.updated_by) as updated_by
    from calling_default`.execute(db);
  return rows[0]!;
}

export const lockDefault = (trx: Trx) => sql`select from calling_default for update`.execute(trx);

export async function updateDefault(
  trx: Trx,
  values: { rules: CallingRules; acrossCampaigns: boolean; userId: number; now: Date },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update calling_default set rules = ${JSON.stringify(values.rules)}::jsonb, across_campaigns = ${values.acrossCampaigns},
      version = version + 1, updated_by = ${values.userId}, updated_at = ${values.now}
    returning version`.execute(trx);
  return rows[0]!.version;
}

export async function selectHolidays(db: Db | Trx): Promise<Holiday[]> {
  const { rows } = await sql<Holiday>`select day::text, name, kind, version from holiday order by day`.execute(db);
  return rows;
}

/** Rules with their holidays; without a query when they ignore holidays. */
export async function calendarOf(db: Db | Trx, rules: CallingRules): Promise<Calendar> {
  const [calendar] = await calendarsOf(db, [rules]);
  return calendar!;
}

/** The same for several campaigns with one query. */
export async function calendarsOf(db: Db | Trx, all: readonly CallingRules[]): Promise<Calendar[]> {
  const holidays = all.some(({ closesOnHolidays }) => closesOnHolidays) ? await selectHolidays(db) : [];
  const byDay = new Map(holidays.map(({ day, name }) => [day, name]));
  return all.map((rules) => ({ rules, holidays: byDay }));
}

/** False when the day is already a holiday. */
export async function insertHoliday(trx: Trx, { day, name, kind, version }: Holiday): Promise<boolean> {
  const { rows } = await sql`
    insert into holiday (day, name, kind, version) values (${day}::date, ${name}, ${kind}, ${version})
    on conflict do nothing returning day`.execute(trx);
  return rows.length > 0;
}

export async function lockHoliday(trx: Trx, day: string): Promise<Holiday | undefined> {
  const { rows } = await sql<Holiday>`
    select day::text, name, kind, version from holiday where day = ${day}::date for update`.execute(trx);
  return rows[0];
}

export const deleteHolidayRow = (trx: Trx, day: string) =>
  sql`delete from holiday where day = ${day}::date`.execute(trx);

export const renameHoliday = (trx: Trx, { day, name, version }: Holiday) =>
  sql`update holiday set name = ${name}, version = ${version} where day = ${day}::date`.execute(trx);
