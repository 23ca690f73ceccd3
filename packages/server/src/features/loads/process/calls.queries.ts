import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../../db/client.ts';
import { attachWhenFree } from './attach-when-free.ts';
import type { Workbench } from './workbench.ts';

export interface CallsTarget {
  campaignId: number;
  /** Of the campaign's block. */
  idLo: number;
  /** The position of the first new call. */
  position: number;
  firstPersonId: number;
  /** Some of its persons were known before. */
  hasMatches: boolean;
  now: Date;
}

/** What is not the same for all calls of a load. */
export const RELAYED = 'id, number, person_id, interested, birth_year, gender, district_id, section_id, subsection_id';

/**
 * The calls of the load, in file order without gaps: a place, less the numbers before it that make no call, which
 * width_bucket() finds by halving. No sort, no window, whatever order the rows come in. Without parameters, which COPY has none of.
 */
export const callRows = (bench: Workbench, target: CallsTarget, others: RawBuilder<unknown> = sql``) => sql`
  select ${sql.lit(target.idLo)}::bigint + ${sql.lit(target.position)}::int + row.place
      - width_bucket(row.place, (select coalesce(array_agg(place order by place), '{}') from ${bench.verdicts})),
    row.number, ${target.hasMatches ? copiesOfKnown(target) : copiesOfRow(target)} ${others}
  from ${bench.rows} row
  ${target.hasMatches ? withKnown(bench) : sql``}
  where row.place is not null and not exists (select from ${bench.verdicts} verdict where verdict.place = row.place)`;

/** What filters look at is copied from the person. Where all are new that is the row itself, at half the cost. */
const copiesOfRow = ({ firstPersonId }: CallsTarget) => sql`
    ${sql.lit(firstPersonId)}::bigint + row.who, false, date_part('year', row.birthday)::smallint, row.gender::"char",
    row.district_id, row.section_id, row.subsection_id`;

/** Of somebody known what is known, and what this row adds to it. */
const copiesOfKnown = ({ firstPersonId }: CallsTarget) => sql`
    coalesce(match.person_id, ${sql.lit(firstPersonId)}::bigint + row.who), coalesce(match.interested, false),
    date_part('year', coalesce(match.birthday, row.birthday))::smallint, coalesce(match.gender, row.gender)::"char",
    coalesce(match.district_id, row.district_id),
    case when match.district_id is null or match.district_id = row.district_id
      then coalesce(match.section_id, row.section_id) else match.section_id end,
    case when (match.district_id is null or match.district_id = row.district_id)
        and (match.section_id is null or match.section_id = row.section_id)
      then coalesce(match.subsection_id, row.subsection_id) else match.subsection_id end`;
const withKnown = (bench: Workbench) => sql`left join ${bench.matches} match on match.who = row.who`;

/** Into the shared leaf, or into a block that has calls already. By id, for the primary key's sake. */
export async function insertCalls(trx: Trx, bench: Workbench, target: CallsTarget): Promise<number> {
  const { campaignId, now } = target;
  const same = sql`, ${campaignId}::int, ${now}::timestamptz, ${now}::timestamptz`;
  const { numAffectedRows } = await sql`
    insert into call (${sql.raw(RELAYED)}, campaign_id, created_at, updated_at) ${callRows(bench, target, same)}`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

/** The planner learns of them before anybody else can. */
export const analyzeLeaf = (trx: Trx, block: number) => sql`select analyze_call_leaf(${block}::int)`.execute(trx);

export const indexLeaf = (trx: Trx, block: number) => sql`select index_call_leaf(${block}::int)`.execute(trx);

/** In one reading of the leaf, while nobody else works on it. */
export const checkLeaf = (trx: Trx, block: number) => sql`select check_call_leaf(${block}::int)`.execute(trx);

/** What several connections can build at once before indexLeaf(): by number, last digits, state, id. The longest are not last. */
export const INDEX_PARTS = [1, 3, 2, 0] as const;
export const indexPart = (trx: Trx, block: number, part: number) =>
  sql`select index_call_part(${block}::int, ${part}::int)`.execute(trx);

export const attachLeaf = (trx: Trx, block: number) =>
  attachWhenFree(trx, sql`select attach_call_leaf(${block}::int, ${block}::int)`);

/** So that the sweep knows whose leaf it is. */
export const noteBlock = (db: Db, { id, attempt }: { id: number; attempt: number }, block: number) =>
  db.updateTable('audienceLoad').set({ block }).where('id', '=', id).where('attempt', '=', attempt).execute();

export async function takeBlock(db: Db | Trx, kind: 'small' | 'large'): Promise<number> {
  const sequence: RawBuilder<unknown> = sql.lit(`${kind}_block`);
  const { rows } = await sql<{ block: number }>`select nextval(${sequence}) as block`.execute(db);
  return rows[0]!.block;
}

export async function reserveSharedBlock(db: Db): Promise<number> {
  const block = await takeBlock(db, 'small');
  await sql`select ensure_shared_call_leaf()`.execute(db);
  return block;
}

/**
 * Numbers that were blocked while the load was under way. The caller holds the lock of blocking, so none slips through after
 * this. `since` spares reading a long list again; ten minutes of it forgive clocks that differ.
 */
export async function markBlocked(
  trx: Trx,
  { campaignId, idLo, position, since }: { campaignId: number; idLo: number; position: number; since: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update call set blocked = true from blocked_number
    where blocked_number.at >= ${new Date(since.getTime() - 600_000)} and call.number = blocked_number.number
      and call.campaign_id = ${campaignId} and call.id >= ${idLo + position} and call.id < ${idLo + 2 ** 24}
      and not call.blocked`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Calls whose person is interested already, counted on the calls themselves: the figure must equal the copies. */
export async function countInterested(
  trx: Trx,
  block: number | null,
  { campaignId, idLo, position }: { campaignId: number; idLo: number; position: number },
): Promise<number> {
  const table = block === null ? sql.raw('call') : sql.raw(`call_b${Math.trunc(block)}`);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${table} call
    where call.campaign_id = ${campaignId} and call.id >= ${idLo + position} and call.id < ${idLo + 2 ** 24} and interested`.execute(
    trx,
  );
  return rows[0]!.n;
}
