import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Db, selectFirst } from '../db/index.ts';
import { ifMissing } from './if-missing.ts';

/** The end of the chain at some moment. Recorded outside the database, so that an attacker cannot rewrite it with the chain. */
export type ChainHead = { hash: string; blockId: number; lastRowId: number };

const FILE = 'audit-heads.log';
const HASH = /^\S+ .*\b([0-9a-f]{64})$/;

export const findHead = (db: Db) =>
  selectFirst<ChainHead>(db)`
    select encode(hash, 'hex') as hash, id as block_id, last_id as last_row_id
    from audit_block order by id desc limit 1`;

/** Appends a line to a file in DATA_DIR. */
export async function recordHead(dataDir: string, { hash, blockId, lastRowId }: ChainHead, at: Date): Promise<string> {
  const file = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true });
  await appendFile(file, `${at.toISOString()} bloque ${blockId} registro ${lastRowId} ${hash}\n`, { mode: 0o600 });
  return file;
}

/** Skips lines that were added or damaged by hand. */
export async function readRecordedHeads(dataDir: string): Promise<string[]> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch(ifMissing(''));
  return text.split('\n').flatMap((line) => HASH.exec(line)?.[1] ?? []);
}
