import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Audience } from './audience.queries.ts';
import { boundsOf, type Bucket, type Histogram } from './histogram.ts';
import { matches, type Narrowing } from './narrowing.queries.ts';
import { readingMany } from './reading.queries.ts';

export type Axis = 'id' | 'number';
/** What calls of one group have in common; 0 where they have nothing there. */
export type GroupAxis = 'state_id' | 'substate_id' | 'operator_id' | 'call_count';
/** Some thousand stretches for millions of calls: few enough to send, short enough to read one or a hundred of them. */
const WIDTH: Record<Axis, number> = { id: 1024, number: 65_536 };
export const ID_WIDTH = WIDTH.id;

/**
 * Behind a union, though with nothing, the planner no longer knows that ids are all different, and expects few stretches
 * instead of one for each call: then its workers count each their part, where one process sorted millions of ids.
 */
export async function countHistogram(db: Db, audience: Audience, narrowing: Narrowing, axis: Axis): Promise<Histogram> {
  const width = WIDTH[axis];
  const value = sql.ref(`call.${axis}`);
  const { rows } = await readingMany(db, narrowing, (trx) =>
    sql<{ bucket: number; first: number; last: number; n: number }>`
      select bucket, min(value) as first, max(value) as last, count(*) as n
      from (
        select ${value} / ${sql.lit(width)}::bigint as bucket, ${value} as value from call
        where ${matches(audience, narrowing)}
        union all
        select ${value}, ${value} from call where false) found
      group by 1 order by 1`.execute(trx),
  );
  const buckets = rows.map(({ bucket, ...counted }) => ({ from: bucket * width, width, ...counted }));
  return { total: buckets.reduce((sum, { n }) => sum + n, 0), buckets };
}

/** The same with a bucket for each group. */
export async function countGroups(
  db: Db,
  audience: Audience,
  narrowing: Narrowing,
  axis: GroupAxis,
): Promise<Histogram> {
  const { rows } = await readingMany(db, narrowing, (trx) =>
    sql<{ id: number; n: number }>`
      select coalesce(call.${sql.raw(axis)}, 0) as id, count(*) as n
      from call where ${matches(audience, narrowing)} group by 1 order by 1`.execute(trx),
  );
  const buckets = rows.map(({ id, n }) => ({ from: id, width: 1, n }));
  return { total: buckets.reduce((sum, { n }) => sum + n, 0), buckets };
}

interface Slice {
  skip: number;
  limit: number;
  direction: 'asc' | 'desc';
}

/** The wanted ids, looking only into the given stretches. */
export async function selectWithin(
  db: Db,
  audience: Audience,
  narrowing: Narrowing,
  axis: Axis,
  buckets: readonly Bucket[],
  { skip, limit, direction }: Slice,
): Promise<number[]> {
  if (buckets.length === 0) return [];
  const stretches = joined(buckets);
  const column = sql.raw(`call.${axis}`);
  const by = sql.raw(`${axis} ${direction}`);
  const { rows } = await sql<{ id: number }>`
    select found.id from unnest(${stretches.map(({ from }) => from)}::bigint[], ${stretches.map(({ to }) => to)}::bigint[]) as stretch (low, high)
    cross join lateral (
      select call.id, call.number from call
      where ${matches(audience, narrowing)} and ${column} >= stretch.low and ${column} < stretch.high
      order by call.${by} limit ${skip + limit}) found
    order by found.${by} limit ${limit} offset ${skip}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Neighbours become one stretch: most pages need a single one. */
function joined(buckets: readonly Bucket[]): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = [];
  for (const bucket of buckets.toSorted((a, b) => a.from - b.from)) {
    const { low: from, high: to } = boundsOf(bucket);
    const last = stretches.at(-1);
    if (last?.to === from) last.to = to;
    else stretches.push({ from, to });
  }
  return stretches;
}
