import { type Db, insertRow, selectRows, selectValue, sql, type Trx } from '../db/index.ts';
import { storeFact } from '../db/setting.ts';
import { sha256 } from './audit.ts';

/** Arbitrary, but no other advisory lock may use it. */
const SEAL_LOCK = 7_261_002;
/** Rows per transaction and per block; bounds the memory of sealing and verifying. */
const ROUND_ROWS = 10_000;
const BLOCK_ROWS = 1_000;
export const GENESIS = Buffer.alloc(32);

type SealedRow = { id: number; hash: Buffer };

export interface BlockContent {
  previousHash: Buffer;
  root: Buffer;
  rowIds: readonly number[];
  horizon: string;
  nextXid: string;
  floorId: number;
}

/** Covers ids and hashes in id order: neither content nor id of a row can change. */
export const rootOf = (rows: readonly SealedRow[]): Buffer =>
  sha256(...rows.flatMap((row) => [`${row.id}:`, row.hash]));

export const hashBlock = (block: BlockContent): Buffer =>
  sha256(block.previousHash, block.root, JSON.stringify([block.rowIds, block.horizon, block.nextXid, block.floorId]));

// Links finished rows into blocks (docs/decisions/003) asynchronously: a chain that every writer appends to would hold one
// lock until each fsync. Ids commit out of order, so rows below the oldest running transaction are sealed, and each block
// stores that horizon for the next round. One worker seals, others find the lock taken. Returns the number of rows sealed.
export async function sealAudit(db: Db): Promise<number> {
  let total = 0;
  for (;;) {
    const sealed = await db.transaction().execute(sealRound);
    total += sealed;
    if (sealed < ROUND_ROWS) return total;
  }
}

async function sealRound(trx: Trx): Promise<number> {
  const isMine = await selectValue<boolean>(trx)`select pg_try_advisory_xact_lock(${SEAL_LOCK}::bigint)`;
  if (!isMine) return 0;
  const chain = await findChainEnd(trx);
  const { rows, horizon } = (await readOrphans(trx, chain)) ?? (await readFinished(trx, chain));
  if (rows.length === 0) return 0;
  // Assigned after reading: higher than that of every row read.
  const nextXid = await selectValue<string>(trx)`select pg_current_xact_id()::text`;
  let previousHash = chain.hash;
  for (let at = 0; at < rows.length; at += BLOCK_ROWS) {
    const part = rows.slice(at, at + BLOCK_ROWS);
    const floorId = chain.floorId;
    previousHash = await insertBlock(trx, part, { previousHash, horizon, nextXid, floorId });
  }
  // Committed with the chain: if blocks are cut off its end, this still names the last one.
  await storeFact(trx, HEAD_KEY, { hash: previousHash.toString('hex') });
  return rows.length;
}

interface ChainEnd {
  hash: Buffer;
  /** Rows with an id above the floor and a transaction below the horizon are sealed. */
  horizon: string;
  floorId: number;
  /** After a move to another cluster: higher transaction ids belong to the old one. */
  movedFrom: string | null;
}

// Where the last block ended. A dump restored into a new cluster has higher transaction ids than any here: then the horizon
// restarts, above all rows of the dump.
export async function findChainEnd(db: Db): Promise<ChainEnd> {
  const [last] = await selectRows<Omit<ChainEnd, 'movedFrom'> & { isMoved: boolean }>(db)`
    select hash, horizon::text as horizon, floor_id, horizon > pg_snapshot_xmax(pg_current_snapshot()) as is_moved
    from audit_block order by id desc limit 1`;
  if (!last) return { hash: GENESIS, horizon: '0', floorId: 0, movedFrom: null };
  const { hash, horizon, floorId } = last;
  if (!last.isMoved) return { hash, horizon, floorId, movedFrom: null };
  const floor = await selectValue<number | null>(db)`
    select greatest((select max(last_id) from audit_block),
                    (select max(id) from audit where xid >= ${horizon}::xid8))`;
  return { hash, horizon: '0', floorId: floor ?? floorId, movedFrom: horizon };
}

type Finished = { rows: SealedRow[]; horizon: string };

/** Rows that were not sealed yet when they were dumped. */
async function readOrphans(trx: Trx, { movedFrom }: ChainEnd): Promise<Finished | null> {
  if (movedFrom === null) return null;
  const rows = await selectRows<SealedRow>(trx)`
    select id, hash from audit where xid >= ${movedFrom}::xid8 order by id`;
  return rows.length > 0 ? { rows, horizon: '0' } : null;
}

// One statement: running transactions and rows come from one snapshot. Transactions of other databases cannot write here
// and are ignored. "With ties" keeps the rows of one transaction together.
async function readFinished(trx: Trx, chain: ChainEnd): Promise<Finished> {
  const rows = await selectRows<SealedRow & { xid: string; horizon: string }>(trx)`
    with moment as materialized (select pg_current_snapshot() as running),
    oldest as materialized (
      select coalesce(
        (select xid from moment, pg_snapshot_xip(running) as xid
         where not exists (
           select from pg_stat_activity other join pg_database here on here.datname = current_database()
           where other.backend_xid = xid::xid and other.datid <> here.oid)
         order by xid limit 1),
        (select pg_snapshot_xmax(running) from moment)) as horizon)
    select a.id, a.hash, a.xid::text as xid, oldest.horizon::text as horizon
    from oldest, lateral (
      select id, hash, xid from audit
      where xid >= ${chain.horizon}::xid8 and xid < oldest.horizon and id > ${chain.floorId}
      order by xid fetch first ${sql.lit(ROUND_ROWS)} rows with ties) a`;
  const last = rows.at(-1);
  if (!last) return { rows: [], horizon: chain.horizon };
  // A full round ends after its last transaction; the next one continues there.
  const isFull = rows.length >= ROUND_ROWS;
  return {
    rows: rows.map(({ id, hash }) => ({ id, hash })).toSorted((a, b) => a.id - b.id),
    horizon: isFull ? String(BigInt(last.xid) + 1n) : last.horizon,
  };
}

const HEAD_KEY = 'audit.head';

/** Undefined before the first seal. */
export const findStoredHead = (db: Db) =>
  selectValue<string | undefined>(db)`select value ->> 'hash' from installation where key = ${HEAD_KEY}`;

async function insertBlock(
  trx: Trx,
  rows: readonly SealedRow[],
  link: Pick<BlockContent, 'previousHash' | 'horizon' | 'nextXid' | 'floorId'>,
): Promise<Buffer> {
  const rowIds = rows.map((row) => row.id);
  const block = { ...link, root: rootOf(rows), rowIds };
  const hash = hashBlock(block);
  const span = { firstId: Math.min(...rowIds), lastId: Math.max(...rowIds), rowCount: rowIds.length };
  await insertRow(trx, 'auditBlock', { ...block, ...span, hash });
  return hash;
}
