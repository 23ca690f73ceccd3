import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { Audience } from './audience.queries.ts';
import type { Bucket, Histogram } from './histogram.ts';
import { matches, type Narrowing } from './narrowing.queries.ts';

export type Axis = 'id' | 'number';
/** Some thousand stretches for millions of calls: few enough to send, short enough to read one or a hundred of them. */
const WIDTH: Record<Axis, number> = { id: 1024, number: 65_536 };
export const ID_WIDTH = WIDTH.id;

const COUNT_TIMEOUT_MS = 20_000;

/** Statements that read a whole audience: never compiled (it takes longer than they do), and never for ever. */
export const readingAll = <T>(db: Db, read: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('jit', 'off', true), set_config('statement_timeout', ${String(COUNT_TIMEOUT_MS)}, true)`.execute(
      trx,
    );
    return read(trx);
  });

export async function countHistogram(db: Db, audience: Audience, narrowing: Narrowing, axis: Axis): Promise<Histogram> {
  const width = WIDTH[axis];
  const { rows } = await readingAll(db, (trx) =>
    sql<{ bucket: number; n: number }>`
      select call.${sql.raw(axis)} / ${sql.lit(width)}::bigint as bucket, count(*) as n
      from call where ${matches(audience, narrowing)} group by 1 order by 1`.execute(trx),
  );
  const buckets = rows.map(({ bucket, n }) => ({ from: bucket * width, width, n }));
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
  for (const { from, width } of buckets.toSorted((a, b) => a.from - b.from)) {
    const last = stretches.at(-1);
    if (last?.to === from) last.to = from + width;
    else stretches.push({ from, to: from + width });
  }
  return stretches;
}
