import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { hashAuditRow, type AuditRow } from './audit.ts';
import { findChainEnd, findRememberedHead, GENESIS, hashBlock, rootOf, type BlockContent } from './seal-audit.ts';

export type Finding =
  | { kind: 'changed' | 'removed' | 'inserted'; rowId: number }
  /** Its date lies far from those of the rows around it. */
  | { kind: 'misdated'; rowId: number; at: Date }
  /** More numbers were drawn behind the last row than PostgreSQL skips by itself. */
  | { kind: 'cut tail'; lastId: number; drawnId: number }
  /** A head that was noted earlier is no longer in the chain: its end was cut off, or the chain written anew. */
  | { kind: 'lost head'; head: string }
  /** The chain itself: a block altered, missing or out of place, or rows whose hashes were rewritten along with them. */
  | { kind: 'broken block'; blockId: number; firstId: number; lastId: number };

export interface Verification {
  rows: number;
  blocks: number;
  /** Written in the last moments and not linked yet: only as safe as the table itself. */
  unsealed: number;
  /** Numbers drawn behind the last row: changes that were rolled back, a crash or a restore, or rows that were removed. */
  missing: number;
  /** The chain's end. Kept elsewhere, it proves later that nothing was cut off. */
  head: string;
  findings: Finding[];
}

type StoredRow = AuditRow & { id: number; hash: Buffer; xid: string };
type StoredBlock = BlockContent & { id: number; firstId: number; lastId: number; hash: Buffer };

const BLOCKS_AT_ONCE = 20;
const ROWS_AT_ONCE = 2_000;
const FINDINGS_MAX = 1_000;
/** How far a sequence may jump when PostgreSQL crashes or a backup is restored (SEQ_LOG_VALS). */
const SKIPPED_MAX = 32;

/**
 * Reads the whole trail, block by block, and compares it with its hashes, its dates, its sequence and the heads that were noted
 * (AUD-03). Changes nothing.
 */
export async function verifyAudit(db: Db, notedHeads: readonly string[] = []): Promise<Verification> {
  const result: Verification = { rows: 0, blocks: 0, unsealed: 0, missing: 0, head: '', findings: [] };
  const report = (finding: Finding) => {
    if (result.findings.length < FINDINGS_MAX) result.findings.push(finding);
  };
  const dates = createDateCheck(({ id: rowId, at }) => report({ kind: 'misdated', rowId, at }));
  const state: State = { result, ceilings: createCeilings(), dates, lastId: 0 };
  // Both read first: what is written meanwhile has higher numbers and comes after that end.
  const drawnId = await readDrawnId(db);
  const remembered = await findRememberedHead(db);
  const lost = new Set(remembered === undefined ? notedHeads : [...notedHeads, remembered]);
  let previousHash: Buffer = GENESIS;
  for await (const block of readBlocks(db)) {
    const isLinked = previousHash.equals(block.previousHash) && hashBlock(block).equals(block.hash);
    const isExplained = await checkRows(db, block, state, report);
    const { id: blockId, firstId, lastId } = block;
    if (!isLinked || !isExplained) report({ kind: 'broken block', blockId, firstId, lastId });
    state.ceilings.add(block);
    state.result.blocks += 1;
    lost.delete(block.hash.toString('hex'));
    previousHash = block.hash;
  }
  await checkUnsealed(db, state, report);
  dates.end();
  result.missing = Math.max(0, drawnId - state.lastId);
  if (result.missing > SKIPPED_MAX) report({ kind: 'cut tail', lastId: state.lastId, drawnId });
  for (const head of lost) report({ kind: 'lost head', head });
  return { ...result, head: previousHash.toString('hex') };
}

interface State {
  result: Verification;
  ceilings: ReturnType<typeof createCeilings>;
  dates: ReturnType<typeof createDateCheck>;
  /** The highest number of a row that is there. */
  lastId: number;
}

/** Every row passes here once, in the order of the chain. */
function pass(row: StoredRow, state: State): void {
  state.dates.add(row);
  state.lastId = Math.max(state.lastId, row.id);
}

/** The last number that the sequence of the rows gave out; 0 when none. */
async function readDrawnId(db: Db): Promise<number> {
  const { rows } = await sql<{ drawn: number }>`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit', 'id')::regclass), 0) as drawn`.execute(db);
  return rows[0]?.drawn ?? 0;
}
type Report = (finding: Finding) => void;

/** False: the rows look right one by one and yet are not those that were sealed. */
async function checkRows(db: Db, block: StoredBlock, state: State, report: Report): Promise<boolean> {
  const stored = new Map((await readRows(db, block.rowIds)).map((row) => [row.id, row]));
  state.result.rows += stored.size;
  let hasFaults = false;
  for (const rowId of block.rowIds) {
    const row = stored.get(rowId);
    if (row) pass(row, state);
    const kind = judge(row, state);
    if (kind) report({ kind, rowId });
    hasFaults ||= kind === 'changed' || kind === 'removed';
  }
  return hasFaults || rootOf([...stored.values()]).equals(block.root);
}

function judge(row: StoredRow | undefined, { ceilings }: State): 'changed' | 'removed' | 'inserted' | null {
  if (!row) return 'removed';
  if (!hashAuditRow(row).equals(row.hash)) return 'changed';
  return ceilings.allow(row) ? null : 'inserted';
}

async function checkUnsealed(db: Db, state: State, report: Report): Promise<void> {
  const end = await findChainEnd(db);
  let after = 0;
  for (;;) {
    const rows = await readUnsealed(db, after);
    for (const row of rows) {
      const isMoved = end.movedFrom !== null && BigInt(row.xid) >= BigInt(end.movedFrom);
      const isDue = !isMoved && (row.id <= end.floorId || BigInt(row.xid) < BigInt(end.horizon));
      const kind = isDue ? 'inserted' : judge(row, state);
      pass(row, state);
      if (kind) report({ kind, rowId: row.id });
      else state.result.unsealed += 1;
    }
    state.result.rows += rows.length;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/**
 * Ids are given out in order, each to a transaction that has its number already. When a block was sealed, all ids up to its
 * last were drawn, so their transactions come before its next_xid: a row that fills a gap later has a higher one.
 */
function createCeilings() {
  const lastIds: number[] = [];
  const nextXids: bigint[] = [];
  return {
    add(block: StoredBlock) {
      if (block.lastId <= (lastIds.at(-1) ?? 0)) return;
      lastIds.push(block.lastId);
      nextXids.push(BigInt(block.nextXid));
    },
    allow(row: StoredRow): boolean {
      let low = 0;
      let high = lastIds.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((lastIds[middle] ?? 0) > row.id) high = middle;
        else low = middle + 1;
      }
      const ceiling = nextXids[low];
      return ceiling === undefined || BigInt(row.xid) < ceiling;
    },
  };
}

async function* readBlocks(db: Db): AsyncGenerator<StoredBlock> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<Omit<StoredBlock, 'rowIds'> & { rowIds: string[] }>`
      select id, first_id, last_id, row_ids, root, previous_hash, hash, horizon::text as horizon,
        next_xid::text as next_xid, floor_id
      from audit_block where id > ${after} order by id limit ${BLOCKS_AT_ONCE}`.execute(db);
    for (const row of rows) {
      after = row.id;
      yield { ...row, rowIds: row.rowIds.map(Number) };
    }
    if (rows.length < BLOCKS_AT_ONCE) return;
  }
}

const COLUMNS = sql`a.id, a.at, a.user_id, a.action, a.subaction, a.info, a.object_type, a.object_id, a.request_id,
  a.hash, a.xid::text as xid`;

async function readRows(db: Db, ids: readonly number[]): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${COLUMNS} from audit a where a.id = any(${ids}::bigint[]) order by a.id`.execute(db);
  return rows;
}

async function readUnsealed(db: Db, after: number): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${COLUMNS} from audit a
      left join (select unnest(row_ids) as id from audit_block where last_id > ${after}) sealed using (id)
    where sealed.id is null and a.id > ${after} order by a.id limit ${ROWS_AT_ONCE}`.execute(db);
  return rows;
}

interface DatedRow {
  id: number;
  at: Date;
}

/** Rows looked at before and after each one. Two forged ones in a row do not pass for the time of day around them. */
const NEIGHBOURS = 5;
/** Longer than any transaction of ours lasts, and than the clocks of two nodes differ. */
const FAR_MS = 3_600_000;

/** The middle one; of an even number the earlier. */
const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[(times.length - 1) >> 1];

/**
 * Reports rows whose date lies far before those written before it or far after those written after it: a hash does not prove
 * the date, and a forged insert could carry one of last month. Takes the rows in the order in which they were written.
 */
function createDateCheck(report: (row: DatedRow) => void) {
  let rows: DatedRow[] = [];
  let place = 0;

  function judge() {
    const row = rows[place]!;
    const time = row.at.getTime();
    const timesOf = (part: readonly DatedRow[]) => part.map(({ at }) => at.getTime());
    const before = median(timesOf(rows.slice(Math.max(0, place - NEIGHBOURS), place)));
    const after = median(timesOf(rows.slice(place + 1, place + 1 + NEIGHBOURS)));
    const isEarly = before !== undefined && time < before - FAR_MS;
    const isLate = after !== undefined && time > after + FAR_MS;
    if (isEarly || isLate) report(row);
    place += 1;
    if (place <= NEIGHBOURS) return;
    rows = rows.slice(1);
    place -= 1;
  }
  return {
    add(row: DatedRow) {
      rows.push({ id: row.id, at: row.at });
      while (rows.length - place > NEIGHBOURS) judge();
    },
    end() {
      while (place < rows.length) judge();
    },
  };
}
