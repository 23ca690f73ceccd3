import {
  type CallingHours,
  learnCallingHours,
  LEARNING_DAYS,
  shiftDay,
  type WorkSpan,
} from '@campanero/contract/calls/calling-hours';
import { type Db, productTime, type RawBuilder, selectRows, sql } from '../../db/index.ts';

/** Hours of the first and last registration of each day (`from <= day < to`), over all users and campaigns. */
async function selectWorkSpans(db: Db, from: string, to: string): Promise<WorkSpan[]> {
  const hourOf = (at: RawBuilder<unknown>) => sql`extract(hour from ${productTime(at)})::int`;
  return selectRows<WorkSpan>(db)`
    select distinct day::text, from_hour, to_hour
    from (
      select day, operator_id, ${hourOf(sql`min(first_at)`)} as from_hour, ${hourOf(sql`max(last_at)`)} as to_hour
      from outcome_count where day >= ${from}::date and day < ${to}::date group by day, operator_id having sum(n) > 0
    ) worked`;
}

/** Cached per process and day, for what earlier days decide. Failures are not cached. */
export function cachePerDay<T>(read: (db: Db, today: string, id: number) => Promise<T>) {
  const cached = new WeakMap<Db, { today: string; values: Map<number, Promise<T>> }>();
  return (db: Db, today: string, id: number): Promise<T> => {
    const known = cached.get(db);
    const values = known?.today === today ? known.values : new Map<number, Promise<T>>();
    if (values !== known?.values) cached.set(db, { today, values });
    const cachedValue = values.get(id);
    if (cachedValue) return cachedValue;
    const value = read(db, today, id);
    values.set(id, value);
    value.catch(() => values.delete(id));
    return value;
  };
}

/** Reading four weeks of counters takes half a second in a large centre. */
const hoursOn = cachePerDay(async (db, today) =>
  learnCallingHours(await selectWorkSpans(db, shiftDay(today, -LEARNING_DAYS), today), today),
);
export const readCallingHours = (db: Db, today: string): Promise<CallingHours> => hoursOn(db, today, 0);

export interface Pace {
  /** Registrations per hour of work, to one decimal. */
  pace: number;
  /** Registrations per day worked. */
  perDay: number;
}

/** Over all campaigns (`from <= day < to`). A day of work lasts from the first to the last registration, at least an hour. */
export async function selectPaces(db: Db, userIds: readonly number[], from: string, to: string) {
  const rows = await selectRows<Pace & { operatorId: number }>(db)`
    select operator_id, greatest(0.1, round(sum(n) / sum(hours), 1))::float8 as pace,
      greatest(1, round(sum(n) / count(*)))::int as per_day
    from (
      select operator_id, day, sum(n)::numeric as n,
        greatest(1, extract(epoch from max(last_at) - min(first_at)) / 3600)::numeric as hours
      from outcome_count
      where operator_id = any(${[...userIds]}::int[]) and day >= ${from}::date and day < ${to}::date
      group by 1, 2 having sum(n) > 0
    ) worked group by 1`;
  return new Map(rows.map(({ operatorId, pace, perDay }) => [operatorId, { pace, perDay }]));
}
