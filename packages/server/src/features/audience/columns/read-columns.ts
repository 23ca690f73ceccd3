import pg from 'pg';
import { leafOf } from '../../../db/call-leaf.ts';
import type { Audience } from '../audience.queries.ts';
import { createColumns, type Columns } from './columns.ts';
import { copyOut } from './copy-out.ts';
import { placeKey, type Moment } from './follow.queries.ts';
import type { Haste } from './haste.ts';
import { Unfit } from './kinds.ts';
import { createSampledPlaces, unpack } from './unpack.ts';

/** So many at once when somebody waits: two read twice as fast as one, and leave the machine to others where it has more. */
const LANES = 2;
/** Taken apart in two or three milliseconds, during which nobody else has a turn. */
const ROWS_AT_ONCE = 12_000;
const PAGES_AT_ONCE = 200;
/** The first time in the life of a process the same takes thirty times as long: so it begins with little. */
const FIRST_PARTS = 24;
const FIRST_SHARE = 20;
const POSITIONS = 2 ** 24;

/**
 * Every call of a campaign, packed by the database into five words of 64 bits (unpack.ts takes them apart): to send and to
 * receive thirteen columns of millions of rows would cost far more. A place is a hash here; what it stands for is read of one
 * call of each.
 */
const hashOf = (column: string, seed: string) => `hashtextextended(coalesce(${column}, chr(1)), ${seed})`;
const WORDS = [
  `int8send(((id & ${POSITIONS - 1}) << 39) | (coalesce(gender::int, 0)::bigint << 31) | (coalesce(birth_year, 0)::bigint << 15) | state_id)`,
  `int8send((coalesce(operator_id, 0)::bigint << 32) | call_count)`,
  `int8send((number << 16) | (coalesce(substate_id, 0) << 1) | blocked::int)`,
  `timestamptz_send(updated_at)`,
  `int8send(${hashOf('subsection_id', hashOf('section_id', hashOf('district_id', '0')))})`,
].map((word) => `string_agg(${word}, '')`);

/** Reads all of it, as of one moment, over connections of its own: that takes seconds, and the pool is for those who wait. */
export async function readColumns(
  databaseUrl: string,
  audience: Audience,
  haste: Haste,
): Promise<{ columns: Columns; moment: Moment }> {
  const lanes = Array.from({ length: LANES }, () => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'campanero audience',
      connectionTimeoutMillis: 5_000,
    });
    // Told by the query that meets it.
    client.on('error', () => {});
    return client;
  });
  try {
    await Promise.all(lanes.map((lane) => lane.connect()));
    return await readAll(lanes, audience, haste);
  } finally {
    await Promise.all(lanes.map((lane) => lane.end().catch(() => {})));
  }
}

async function readAll(lanes: pg.Client[], audience: Audience, haste: Haste) {
  const [first, ...others] = lanes as [pg.Client, ...pg.Client[]];
  for (const lane of lanes) await lane.query(BEGIN);
  const { rows } = await first.query<Moment & { shared: string; nextPosition: number }>(MOMENT, [audience.id]);
  const { shared, nextPosition, ...moment } = rows[0]!;
  for (const lane of others) await lane.query(`set transaction snapshot ${lane.escapeLiteral(shared)}`);
  // Room for a few small loads more.
  const columns = createColumns(Math.min(POSITIONS, nextPosition + Math.ceil(nextPosition / 50)));
  const places = createSampledPlaces();
  const parts = await partsOf(first, audience, nextPosition);
  const read = async (lane: pg.Client) => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      unpack(await copyOut(lane, `select ${WORDS.join(', ')} from ${part}`), columns, places);
      await haste.giveWay();
    }
  };
  const alone = read(first);
  const together = Promise.race([alone, haste.hurried]).then(() => Promise.all(others.map(read)));
  await Promise.all([alone, together]);
  if (columns.size !== nextPosition) throw new Unfit(`${columns.size} calls instead of ${nextPosition}`);
  await namePlaces(first, audience, columns, places.samples);
  return { columns, moment };
}

const BEGIN = `begin isolation level repeatable read read only;
  set local jit = off; set local enable_indexscan = off; set local max_parallel_workers_per_gather = 0;
  set local statement_timeout = '30s'; set local idle_in_transaction_session_timeout = '60s'`;
const MOMENT = `
  select pg_export_snapshot() as shared, pg_current_snapshot()::text as snapshot, extract(epoch from now())::float8 as at,
    pg_postmaster_start_time()::text as server, next_position as "nextPosition" from campaign where id = $1`;

/** A leaf of its own is read page by page of the table, which costs a fifth less than by ids. */
async function partsOf(client: pg.Client, audience: Audience, nextPosition: number): Promise<string[]> {
  const low = audience.idLo ?? 0;
  const leaf = leafOf(low);
  if (leaf.to - leaf.from > POSITIONS)
    return stretches(nextPosition, ROWS_AT_ONCE).map(
      ([from, to]) => `call where id >= ${low + from} and id < ${low + to} and campaign_id = ${audience.id}`,
    );
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size(tableoid) / current_setting('block_size')::int)::int as pages from call where id = $1`,
    [low],
  );
  // Named by its ids: the application's role may read calls, whoever has made their leaves.
  const all = `call where id >= ${low} and id < ${low + nextPosition}`;
  return stretches(rows[0]!.pages, PAGES_AT_ONCE).map(
    ([from, to]) => `${all} and ctid >= '(${from},0)' and ctid < '(${to},0)'`,
  );
}

function stretches(length: number, width: number): [from: number, to: number][] {
  const parts: [number, number][] = [];
  for (let from = 0; from < length;) {
    const to = Math.min(length, from + (parts.length < FIRST_PARTS ? width / FIRST_SHARE : width));
    parts.push([from, to]);
    from = to;
  }
  return parts;
}

/** The hashes were numbered in the order of `samples`; now their places get the same numbers. */
async function namePlaces(client: pg.Client, { idLo }: Audience, columns: Columns, samples: readonly number[]) {
  const { rows } = await client.query<{ place: string }>(
    `select ${placeKey} as place from unnest($1::bigint[]) with ordinality as sample (id, turn)
     join call on call.id = sample.id order by sample.turn`,
    [samples.map((position) => (idLo ?? 0) + position)],
  );
  for (const [code, { place }] of rows.entries())
    if (columns.places.codeOf(place) !== code) throw new Unfit('two hashes of one place');
}
