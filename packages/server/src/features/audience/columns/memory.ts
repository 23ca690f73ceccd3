import { totalmem } from 'node:os';
import type { Logger } from 'pino';
import type { Db } from '../../../db/client.ts';
import type { Audience } from '../audience.queries.ts';
import { BYTES_PER_CALL, type Columns } from './columns.ts';
import { follow, type Moment } from './follow.queries.ts';
import { createHaste, type Haste } from './haste.ts';
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
/** And nobody tries of his own accord: what fits into no column today will hardly do so in a minute. */
const UNASKED_MS = 600_000;

interface Kept {
  reading: Promise<{ columns: Columns; moment: Moment } | undefined>;
  haste: Haste;
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

const bytesKept = (memory: Map<number, Kept>) => [...memory.values()].reduce((sum, { bytes }) => sum + bytes, 0);

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
 * The same before anybody asks: one campaign after the other, in its own time, and never in the place of what somebody has
 * asked for. Does not wait for what it has begun to read.
 */
export async function keepWarm(source: Source, audience: Audience): Promise<void> {
  const memory = memoryOf(source.db);
  const known = memory.get(audience.id);
  if (known?.isThere && (await takeTurn(source, audience, known, async () => {})) !== 'outdated') return;
  const isOver = known?.isThere || (known?.failedAt !== undefined && Date.now() - known.failedAt > UNASKED_MS);
  if (isOver && memory.get(audience.id) === known) memory.delete(audience.id);
  const all = [...memory.values()];
  const isReading = all.some(({ isThere, failedAt }) => !isThere && failedAt === undefined);
  const hasRoom = bytesKept(memory) + bytesOf(audience) <= KEPT_BYTES;
  if (!memory.has(audience.id) && !isReading && hasRoom) keep(source, audience);
}

/** After a change of very many calls, by whoever has made it: nobody who asks next need wait for that. Not for reading anew. */
export async function followChange(source: Source, audience: Audience): Promise<void> {
  await askColumns(source, audience, async () => {}, { isPatient: false });
}

/** What the database answers while columns are being read: the reading waits for it, not the other way round. */
export const askDatabase = <T>({ db }: Pick<Source, 'db'>, { id }: Audience, answer: Promise<T>): Promise<T> =>
  memoryOf(db).get(id)?.haste.goesFirst(answer) ?? answer;

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
    kept.haste.hurry();
    // The most recently used stands last.
    if (memory.delete(audience.id)) memory.set(audience.id, kept);
    const answered = await takeTurn(source, audience, kept, ask);
    if (answered !== 'outdated') return answered;
    if (memory.get(audience.id) === kept) memory.delete(audience.id);
  }
  return undefined;
}

function takeTurn<T>(source: Source, audience: Audience, kept: Kept, ask: (columns: Columns) => Promise<T>) {
  const mine = kept.turn.then(() => inTurn(source, audience, kept, ask));
  kept.turn = mine.catch(() => {});
  return mine;
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
  const haste = createHaste();
  const reading = readColumns(source.databaseUrl, audience, haste).then(
    (read) => {
      kept.isThere = true;
      return read;
    },
    (error: unknown) => fail(source, audience, kept, error),
  );
  const kept: Kept = { reading, haste, isThere: false, bytes: bytesOf(audience), turn: Promise.resolve() };
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
  let bytes = bytesKept(memory);
  for (const [id, kept] of memory) {
    if (bytes <= KEPT_BYTES) return;
    if (kept === latest) continue;
    memory.delete(id);
    bytes -= kept.bytes;
  }
}
