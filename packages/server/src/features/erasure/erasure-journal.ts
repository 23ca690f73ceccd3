import { ifMissing } from '../../work/if-missing.ts';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PersonRecord } from '../../call-store/read/index.ts';
import type { Ctx } from '../../work/index.ts';

// Kept outside the database, to erase persons again after a restored backup (docs/operations/backup.md). No names: the row id
// and a keyed digest, so that another person with the same id is not affected.
const JOURNAL = 'erasures.log';
const LINE = /^(\S+Z) (\d{1,15}) ([0-9a-f]{32}) ([0-9a-f]{64}) (\d+|-) (no-llamar|-)$/;

export interface JournalEntry {
  at: Date;
  personId: number;
  key: Buffer;
  digest: Buffer;
  requestId: number | null;
  keepBlock: boolean;
}

/** Identifies a row: in a restored database its id may be reused, its creation time not. */
type PersonRowKey = Pick<PersonRecord, 'id' | 'createdAt'>;

const digestOf = (key: Buffer, { id, createdAt }: PersonRowKey) =>
  createHmac('sha256', key).update(`${id} ${createdAt.toISOString()}`).digest();

export const isEntryOf = ({ key, digest }: JournalEntry, row: PersonRowKey): boolean =>
  timingSafeEqual(digest, digestOf(key, row));

/** Appends to DATA_DIR and writes to the log, so that the entry can be kept elsewhere too. */
export async function appendToErasureLog(
  { config, log }: Pick<Ctx, 'config' | 'log'>,
  row: PersonRowKey,
  { at, requestId, keepBlock }: Pick<JournalEntry, 'at' | 'requestId' | 'keepBlock'>,
): Promise<void> {
  const key = randomBytes(16);
  const digest = digestOf(key, row).toString('hex');
  const line = [
    at.toISOString(),
    row.id,
    key.toString('hex'),
    digest,
    requestId ?? '-',
    keepBlock ? 'no-llamar' : '-',
  ].join(' ');
  await mkdir(config.dataDir, { recursive: true });
  await appendFile(join(config.dataDir, JOURNAL), `${line}\n`, { mode: 0o600 });
  log.info({ line }, 'a person was erased');
}

/** Lines that do not match the format are ignored. */
export async function readJournal(dataDir: string): Promise<JournalEntry[]> {
  const text = await readFile(join(dataDir, JOURNAL), 'utf8').catch(ifMissing(''));
  return text.split('\n').flatMap((line) => {
    const [, at, personId, key, digest, requestId, block] = LINE.exec(line.trim()) ?? [];
    if (!at) return [];
    return {
      at: new Date(at),
      personId: Number(personId),
      key: Buffer.from(key!, 'hex'),
      digest: Buffer.from(digest!, 'hex'),
      requestId: requestId === '-' ? null : Number(requestId),
      keepBlock: block === 'no-llamar',
    };
  });
}
