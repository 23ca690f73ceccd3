import { totalmem } from 'node:os';
import type { Logger } from 'pino';
import type { Db } from '../../../db/client.ts';
import type { Audience } from '../audience.queries.ts';
import { BYTES_PER_CALL, type Columns } from './columns.ts';
import { follow, type Moment } from './follow.queries.ts';
import { Unfit } from './kinds.ts';
import { readColumns } from './read-columns.ts';

/** Where columns are read from. */
export interface Source {
  db: Db;
  databaseUrl: string;
  log: Logger;
}

/** Three campaigns of 4.6 million calls, or one of 15; an eighth of a small machine. A larger campaign has no columns. */
const KEPT_BYTES = Math.min(2 ** 29, totalmem() / 8);
/** What was changed altogether while it was being read is read once more, and then no more for this question. */
const READINGS_MAX = 2;
/** After a failure the database answers for so long. */
const FAILED_MS = 60_000;

interface Kept {
  reading: Promise<{ columns: Columns; moment: Moment } | undefined>;
  isThere: boolean;
  failedAt?: number;
  bytes: number;
  /** Ends when nobody looks any more: columns change between two looks, never during one. */
  turn: Promise<unknown>;
}

// Columns belong to one database, and go with it.
const memories = new WeakMap<Db, Map<number, Kept>>();
function memoryOf(db: Db): Map<number, Kept> {
  const memory = memories.get(db) ?? new Map<number, Kept>();
  memories.set(db, memory);
  return memory;
}

const bytesOf = ({ nextPosition }: Audience) => nextPosition * BYTES_PER_CALL;

/** Whether they can be asked without reading millions of calls first, unless many have changed meanwhile. */
export const hasColumns = ({ db }: Pick<Source, 'db'>, { id }: Audience): boolean =>
  memoryOf(db).get(id)?.isThere === true;

/** Reads them, or what has changed since, for whoever will ask next. Nobody waits for it. */
export function warmColumns(source: Source, audience: Audience): void {
  askColumns(source, audience, async () => {}).catch((error: unknown) =>
    source.log.warn({ err: error, campaignId: audience.id }, 'the audience in memory could not follow'),
  );
}

/**
 * Asks the columns of a campaign as they are at this moment, one question after the other. Undefined if there are none and
 * the database has to answer: it is always right, and slow; or if nobody has the patience to have them read.
 */
export async function askColumns<T>(
  source: Source,
  audience: Audience,
  ask: (columns: Columns) => Promise<T>,
  { isPatient = true } = {},
): Promise<{ answer: T } | undefined> {
  if (bytesOf(audience) > KEPT_BYTES) return undefined;
  const memory = memoryOf(source.db);
  for (let readings = 0; readings <= READINGS_MAX; readings += 1) {
    if (!isPatient && (readings > 0 || !hasColumns(source, audience))) return undefined;
    const kept = recall(source, audience) ?? keep(source, audience);
    // The most recently used stands last.
    if (memory.delete(audience.id)) memory.set(audience.id, kept);
    const before = kept.turn;
    const mine = before.then(() => inTurn(source, audience, kept, ask));
    kept.turn = mine.catch(() => {});
    const answered = await mine;
    if (answered !== 'outdated') return answered;
    if (memory.get(audience.id) === kept) memory.delete(audience.id);
  }
  return undefined;
}

async function inTurn<T>(source: Source, audience: Audience, kept: Kept, ask: (columns: Columns) => Promise<T>) {
  const read = await kept.reading;
  if (!read || kept.failedAt !== undefined) return undefined;
  try {
    const now = await follow(source.db, audience, read.columns, read.moment);
    if (!now) return 'outdated' as const;
    read.moment = now;
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    // Half of the changes may be written: nobody may read on.
    fail(source, audience, kept, error);
    return undefined;
  }
  return { answer: await ask(read.columns) };
}

/** What there is, or was tried a moment ago. */
function recall({ db }: Source, { id }: Audience): Kept | undefined {
  const kept = memoryOf(db).get(id);
  if (kept?.failedAt === undefined || Date.now() - kept.failedAt < FAILED_MS) return kept;
  memoryOf(db).delete(id);
  return undefined;
}

function keep(source: Source, audience: Audience): Kept {
  const memory = memoryOf(source.db);
  const reading = readColumns(source.databaseUrl, audience).then(
    (read) => {
      kept.isThere = true;
      return read;
    },
    (error: unknown) => fail(source, audience, kept, error),
  );
  const kept: Kept = { reading, isThere: false, bytes: bytesOf(audience), turn: Promise.resolve() };
  memory.set(audience.id, kept);
  makeRoom(memory, kept);
  return kept;
}

function fail({ log }: Source, { id: campaignId }: Audience, kept: Kept, error: unknown): undefined {
  log.warn({ err: error, campaignId }, 'the audience could not be kept in memory: the database answers');
  kept.isThere = false;
  kept.failedAt = Date.now();
}

/** What was asked longest ago goes first. */
function makeRoom(memory: Map<number, Kept>, latest: Kept): void {
  let bytes = [...memory.values()].reduce((sum, kept) => sum + kept.bytes, 0);
  for (const [id, kept] of memory) {
    if (bytes <= KEPT_BYTES) return;
    if (kept === latest) continue;
    memory.delete(id);
    bytes -= kept.bytes;
  }
}
