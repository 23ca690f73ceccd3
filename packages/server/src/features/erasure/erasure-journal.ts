import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PersonRecord } from '../../call-store/read/index.ts';
import type { Ctx } from '../../work/context.ts';

/**
 * Which persons were erased, outside the database: an older copy of the database brings them back, and this erases them again
 * (docs/operations/backup.md). No names: the number of the row, and a digest under a key of its own that is right only for that
 * very row, so that another person who gets the same number in a restored database is left alone.
 */
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

/** A row of a person: its number may be another's in a restored database, the moment it was made may not. */
type PersonMark = Pick<PersonRecord, 'id' | 'createdAt'>;

const digestOf = (key: Buffer, { id, createdAt }: PersonMark) =>
  createHmac('sha256', key).update(`${id} ${createdAt.toISOString()}`).digest();

export const isEntryOf = ({ key, digest }: JournalEntry, mark: PersonMark): boolean =>
  timingSafeEqual(digest, digestOf(key, mark));

/** One line in DATA_DIR and in the log, so that it can be kept elsewhere too. */
export async function appendToErasureLog(
  { config, log }: Pick<Ctx, 'config' | 'log'>,
  mark: PersonMark,
  { at, requestId, keepBlock }: Pick<JournalEntry, 'at' | 'requestId' | 'keepBlock'>,
): Promise<void> {
  const key = randomBytes(16);
  const digest = digestOf(key, mark).toString('hex');
  const line = [
    at.toISOString(),
    mark.id,
    key.toString('hex'),
    digest,
    requestId ?? '-',
    keepBlock ? 'no-llamar' : '-',
  ].join(' ');
  await mkdir(config.dataDir, { recursive: true });
  await appendFile(join(config.dataDir, JOURNAL), `${line}\n`, { mode: 0o600 });
  log.info({ line }, 'a person was erased');
}

/** The entries noted so far; lines that a person added or damaged are passed over. */
export async function readJournal(dataDir: string): Promise<JournalEntry[]> {
  const text = await readFile(join(dataDir, JOURNAL), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
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
