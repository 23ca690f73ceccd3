import { type Db, selectColumn, selectRows, selectValue, sql } from '../db/index.ts';
import { readOnPrimary, type ReplicaRead } from '../db/replicas.ts';
import { hashAuditRow, type AuditRow } from './audit.ts';
import { createDateCheck } from './audit-dates.ts';
import { idsRemovedBy, isMarkedOnly } from './audit-removal.ts';
import type { AuditFinding } from './audit-findings.ts';
import { findChainEnd, findStoredHead, GENESIS, hashBlock, rootOf, type BlockContent } from './seal-audit.ts';

export interface Verification {
  rows: number;
  blocks: number;
  /** Not sealed yet: only as safe as the table itself. */
  unsealed: number;
  /** Ids drawn after the last row: rollbacks, a crash, a restore, or removed rows. */
  missing: number;
  /** Records whose words were removed, each listed by a removal record. */
  removed: number;
  /** Stored elsewhere, it proves later that nothing was cut off. */
  head: string;
  findings: AuditFinding[];
}

type StoredRow = AuditRow & { id: number; hash: Buffer; xid: string };
type StoredBlock = BlockContent & { id: number; firstId: number; lastId: number; hash: Buffer };

/** Batch sizes: short statements hold no old snapshot. */
const BLOCKS_AT_ONCE = 200;
const ROWS_AT_ONCE = 2_000;
const IDS_AT_ONCE = 20_000;
const FINDINGS_MAX = 1_000;
/** How far a sequence may jump when PostgreSQL crashes or a backup is restored (SEQ_LOG_VALS). */
const SKIPPED_MAX = 32;

interface VerifyOptions {
  /** Heads recorded earlier outside the database. */
  recordedHeads?: readonly string[];
  /** Awaited between batches: yields to other work, throws to stop. */
  betweenBatches?: () => Promise<void>;
  read?: ReplicaRead;
}

/** Reads the whole audit in batches and checks hashes, dates, sequence and recorded heads. Read-only. */
export async function verifyAudit(db: Db, { read = readOnPrimary, ...options }: VerifyOptions = {}) {
  // From the primary (a replica's sequence is up to 32 ahead), and first: rows written meanwhile have higher ids.
  const drawnId = await readDrawnId(db);
  return read(db, (server) => verifyTrail(server, drawnId, options));
}

async function verifyTrail(db: Db, drawnId: number, options: Omit<VerifyOptions, 'read'>): Promise<Verification> {
  const { recordedHeads = [], betweenBatches = async () => {} } = options;
  const result: Verification = { rows: 0, blocks: 0, unsealed: 0, missing: 0, removed: 0, head: '', findings: [] };
  const report = (finding: AuditFinding) => {
    if (result.findings.length < FINDINGS_MAX) result.findings.push(finding);
  };
  const dates = createDateCheck(({ id: rowId, at }) => report({ kind: 'misdated', rowId, at }));
  const state: State = {
    result,
    ceilings: createCeilings(),
    dates,
    sealedIds: createIdSet(),
    lastId: 0,
    wordless: [],
    removals: new Set(),
    report,
    betweenBatches,
  };
  // Read first: blocks sealed meanwhile come after it.
  const stored = await findStoredHead(db);
  const lost = new Set(stored === undefined ? recordedHeads : [...recordedHeads, stored]);
  let previousHash: Buffer = GENESIS;
  let lastBlockId = 0;
  let end = await findChainEnd(db);
  // Repeat for blocks sealed meanwhile, so that the remaining rows are checked against all blocks read.
  do {
    for await (const group of readGroups(db, lastBlockId)) {
      const named = group.flatMap(({ rowIds }) => rowIds);
      const rows = new Map((await readRows(db, named)).map((row) => [row.id, row]));
      for (const block of group) {
        const isLinked = previousHash.equals(block.previousHash) && hashBlock(block).equals(block.hash);
        const isExplained = checkRows(block, rows, state);
        const { id: blockId, firstId, lastId } = block;
        if (!isLinked || !isExplained) report({ kind: 'broken block', blockId, firstId, lastId });
        state.ceilings.add(block);
        state.result.blocks += 1;
        lost.delete(block.hash.toString('hex'));
        previousHash = block.hash;
        lastBlockId = block.id;
      }
      await betweenBatches();
    }
    end = await findChainEnd(db);
  } while (!end.hash.equals(previousHash));
  await checkUnsealed(db, end, state);
  dates.end();
  // Removal records come after the records they list, so all are known only now.
  result.removed = state.wordless.length;
  for (const rowId of state.wordless) if (!state.removals.has(rowId)) report({ kind: 'changed', rowId });
  result.missing = Math.max(0, drawnId - state.lastId);
  if (result.missing > SKIPPED_MAX) report({ kind: 'cut tail', lastId: state.lastId, drawnId });
  for (const head of lost) report({ kind: 'lost head', head });
  return { ...result, head: previousHash.toString('hex') };
}

interface State {
  result: Verification;
  ceilings: ReturnType<typeof createCeilings>;
  dates: ReturnType<typeof createDateCheck>;
  /** Rows listed by a block. */
  sealedIds: ReturnType<typeof createIdSet>;
  lastId: number;
  /** Rows without words, and rows listed by a removal record. */
  wordless: number[];
  removals: Set<number>;
  report: (finding: AuditFinding) => void;
  betweenBatches: () => Promise<void>;
}

/** Called for every row once, in chain order. */
function visit(row: StoredRow, state: State): void {
  state.dates.add(row);
  if (row.removedAt) state.wordless.push(row.id);
  for (const id of idsRemovedBy(row)) state.removals.add(id);
  state.lastId = Math.max(state.lastId, row.id);
}

/** Last value of the sequence; 0 if unused. */
const readDrawnId = (db: Db) =>
  selectValue<number>(db)`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit', 'id')::regclass), 0)`;

/** False if every row is valid by itself but they are not the sealed ones. */
function checkRows(block: StoredBlock, found: ReadonlyMap<number, StoredRow>, state: State): boolean {
  const stored = block.rowIds.flatMap((rowId) => found.get(rowId) ?? []).toSorted((a, b) => a.id - b.id);
  state.result.rows += stored.length;
  let hasFaults = false;
  for (const rowId of block.rowIds) {
    const row = found.get(rowId);
    state.sealedIds.add(rowId);
    if (row) visit(row, state);
    const kind = faultOf(row, state);
    if (kind) state.report({ kind, rowId });
    hasFaults ||= kind === 'changed' || kind === 'removed';
  }
  return hasFaults || rootOf(stored).equals(block.root);
}

function faultOf(row: StoredRow | undefined, { ceilings }: State): 'changed' | 'removed' | 'inserted' | null {
  if (!row) return 'removed';
  // A record from before salts whose words were removed: only the block still proves its hash.
  const isUnprovable = row.removedAt !== null && row.digest === null;
  if (row.removedAt !== null && !isMarkedOnly(row.info)) return 'changed';
  if (!isUnprovable && !hashAuditRow(row).equals(row.hash)) return 'changed';
  return ceilings.allow(row) ? null : 'inserted';
}

type ChainEnd = Awaited<ReturnType<typeof findChainEnd>>;

/** Rows that no block lists: recent ones, or forged inserts. */
async function checkUnsealed(db: Db, end: ChainEnd, state: State): Promise<void> {
  for (let after = 0; ;) {
    const ids = await readIds(db, after);
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
    const unsealed = ids.filter((id) => !state.sealedIds.has(id));
    const rows = await readRows(db, unsealed);
    for (const row of rows) {
      const isMoved = end.movedFrom !== null && BigInt(row.xid) >= BigInt(end.movedFrom);
      const isDue = !isMoved && (row.id <= end.floorId || BigInt(row.xid) < BigInt(end.horizon));
      const kind = isDue ? 'inserted' : faultOf(row, state);
      visit(row, state);
      if (kind) state.report({ kind, rowId: row.id });
      else state.result.unsealed += 1;
    }
    state.result.rows += rows.length;
    await state.betweenBatches();
  }
}

/** One bit per id, for millions of them. */
function createIdSet() {
  let bits = new Uint8Array(1 << 16);
  return {
    add(id: number) {
      const place = Math.floor(id / 8);
      if (place >= bits.length) {
        const larger = new Uint8Array(Math.max(place + 1, bits.length * 2));
        larger.set(bits);
        bits = larger;
      }
      bits[place]! |= 1 << (id % 8);
    },
    has: (id: number) => ((bits[Math.floor(id / 8)] ?? 0) & (1 << (id % 8))) !== 0,
  };
}

// Ids are drawn by transactions that already have their transaction id. When a block is sealed, all ids up to its last were
// drawn, so a row inserted into a gap later has a transaction id above the block's next_xid.
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

/** The blocks after one, in order, in groups of about ROWS_AT_ONCE rows. */
async function* readGroups(db: Db, afterBlock: number): AsyncGenerator<StoredBlock[]> {
  let after = afterBlock;
  for (;;) {
    const rows = await selectRows<Omit<StoredBlock, 'rowIds'> & { rowIds: string[] }>(db)`
      select id, first_id, last_id, row_ids, root, previous_hash, hash, horizon::text as horizon,
        next_xid::text as next_xid, floor_id
      from audit_block where id > ${after} order by id limit ${BLOCKS_AT_ONCE}`;
    let group: StoredBlock[] = [];
    let named = 0;
    for (const row of rows) {
      group.push({ ...row, rowIds: row.rowIds.map(Number) });
      named += row.rowIds.length;
      after = row.id;
      if (named < ROWS_AT_ONCE) continue;
      yield group;
      [group, named] = [[], 0];
    }
    if (group.length > 0) yield group;
    if (rows.length < BLOCKS_AT_ONCE) return;
  }
}

const COLUMNS = sql`a.id, a.at, a.user_id, a.action, a.subaction, a.info, a.salt, a.digest, a.removed_at, a.object_type, a.object_id, a.request_id,
  a.hash, a.xid::text as xid`;

const readRows = (db: Db, ids: readonly number[]) =>
  selectRows<StoredRow>(db)`
    select ${COLUMNS} from audit a where a.id = any(${ids}::bigint[]) order by a.id`;

const readIds = (db: Db, after: number) =>
  selectColumn<number>(db)`select id from audit where id > ${after} order by id limit ${IDS_AT_ONCE}`;
