import {
  type CallingHours,
  learnCallingHours,
  LEARNING_DAYS,
  shiftDay,
  type WorkSpan,
} from '@campanero/contract/calls/calling-hours';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import { productTime } from '../../db/product-sql.ts';

/**
 * When people worked on each day (`from <= day < to`), whoever they are and whatever the campaign: from the hour of the first
 * registration to that of the last one. The counters know both, so no history is read; equal spans of a day come once.
 */
async function selectWorkSpans(db: Db, from: string, to: string): Promise<WorkSpan[]> {
  const hourOf = (at: RawBuilder<unknown>) => sql`extract(hour from ${productTime(at)})::int`;
  const { rows } = await sql<WorkSpan>`
    select distinct day::text, from_hour, to_hour
    from (
      select day, operator_id, ${hourOf(sql`min(first_at)`)} as from_hour, ${hourOf(sql`max(last_at)`)} as to_hour
      from outcome_count where day >= ${from}::date and day < ${to}::date group by day, operator_id having sum(n) > 0
    ) worked`.execute(db);
  return rows;
}

const learnt = new WeakMap<Db, { today: string; hours: Promise<CallingHours> }>();

/**
 * The hours in which the installation calls. Learnt once a day by each process: they depend on the days before today alone,
 * and reading four weeks of counters for each look at the live board would cost a large centre half a second each.
 */
export function readCallingHours(db: Db, today: string): Promise<CallingHours> {
  const known = learnt.get(db);
  if (known?.today === today) return known.hours;
  const hours = selectWorkSpans(db, shiftDay(today, -LEARNING_DAYS), today).then((spans) =>
    learnCallingHours(spans, today),
  );
  learnt.set(db, { today, hours });
  // A failure is not remembered.
  hours.catch(() => learnt.delete(db));
  return hours;
}

export interface Pace {
  /** Registrations for each hour of work, to one decimal. */
  pace: number;
  /** Registrations on each day worked. */
  perDay: number;
}

/**
 * How fast these users worked (`from <= day < to`), in all campaigns. Work on a day lasts from its first registration to the
 * last one, an hour at least; users without any have no pace.
 */
export async function selectPaces(
  db: Db,
  userIds: readonly number[],
  from: string,
  to: string,
): Promise<Map<number, Pace>> {
  const { rows } = await sql<Pace & { operatorId: number }>`
    select operator_id, greatest(0.1, round(sum(n) / sum(hours), 1))::float8 as pace,
      greatest(1, round(sum(n) / count(*)))::int as per_day
    from (
      select operator_id, day, sum(n)::numeric as n,
        greatest(1, extract(epoch from max(last_at) - min(first_at)) / 3600)::numeric as hours
      from outcome_count
      where operator_id = any(${[...userIds]}::int[]) and day >= ${from}::date and day < ${to}::date
      group by 1, 2 having sum(n) > 0
    ) worked group by 1`.execute(db);
  return new Map(rows.map(({ operatorId, pace, perDay }) => [operatorId, { pace, perDay }]));
}
