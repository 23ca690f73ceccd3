import { ERASURE_STEP } from '@campanero/contract/shared/paging';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { recordErasedPartitions } from './erased-partitions.ts';

/** A note on a call, or what was written with a registered outcome. */
export interface CallText {
  /** Of the call, or of the entry of its history. */
  id: number;
  callId: number;
  text: string;
}

type Place = 'call' | 'call_history';
const TEXTS: Record<Place, { callId: RawBuilder<number>; text: RawBuilder<string>; isThere: RawBuilder<boolean> }> = {
  call: { callId: sql`id`, text: sql`observations`, isThere: sql`observations is not null` },
  call_history: {
    callId: sql`call_id`,
    text: sql`concat_ws(e'\n', observations, reason)`,
    isThere: sql`(observations is not null or reason is not null)`,
  },
};

/** Rows that one statement looks through: ten times as many ran into the limit of a statement on a busy machine. */
const SCANNED = 20_000;

/**
 * The next texts that fit a condition, and how far it came; null: to the end. Reads every call in the course of time, so it belongs on
 * connections of low priority.
 */
export async function scanCallTexts(
  db: Db,
  place: Place,
  { fits, after }: { fits: (text: RawBuilder<string>) => RawBuilder<boolean>; after: number },
): Promise<{ found: CallText[]; reached: number | null }> {
  const { callId, text, isThere } = TEXTS[place];
  const table = sql.table(place);
  const { rows: ends } = await sql<{ last: number | null }>`
    select max(id) as last from (select id from ${table} where id > ${after} order by id limit ${SCANNED}) piece`.execute(
    db,
  );
  const reached = ends[0]!.last;
  if (reached === null) return { found: [], reached };
  const { rows } = await sql<CallText>`
    select id, ${callId} as call_id, ${text} as text from ${table}
    where id > ${after} and id <= ${reached} and ${isThere} and ${fits(text)} order by id`.execute(db);
  return { found: rows, reached };
}

/**
 * Those that are still there, in id order; `isLocking`: the calls stay locked. With `ofWholeCalls` every entry of the same calls: a
 * correction that came after the search may hold the same words. None comes while they are locked, and afterwards one that was typed
 * before is refused (eraseCallTexts).
 */
export async function readCallTexts(
  db: Db | Trx,
  place: Place,
  {
    ids,
    isLocking = false,
    ofWholeCalls = false,
  }: { ids: readonly number[]; isLocking?: boolean; ofWholeCalls?: boolean },
): Promise<CallText[]> {
  const { callId, text, isThere } = TEXTS[place];
  const table = sql.table(place);
  const isGiven = sql`id = any(${[...ids]}::bigint[])`;
  const calls = sql`select ${callId} from ${table} where ${isGiven}`;
  if (isLocking) await sql`select id from call where id in (${calls}) order by id for update`.execute(db);
  const { rows } = await sql<CallText>`
    select id, ${callId} as call_id, ${text} as text from ${table}
    where ${ofWholeCalls ? sql`${callId} in (${calls})` : isGiven} and ${isThere} order by id`.execute(db);
  return rows;
}

/**
 * Removes words from texts that were read and locked before. A note keeps `left`; an entry of the history loses its texts as a
 * whole. The call gets a new version, so that a page that is open cannot save a text as it was.
 */
export async function eraseCallTexts(
  trx: Trx,
  place: Place,
  texts: readonly { id: number; callId: number; left: string }[],
  now: Date,
): Promise<void> {
  const ids = texts.map(({ id }) => id);
  await recordErasedPartitions(trx, { calls: texts.map(({ callId }) => callId) });
  if (place === 'call_history') {
    await sql`select erase_history_entries(${ids}::bigint[])`.execute(trx);
    await sql`
      update call set version = version + ${sql.lit(ERASURE_STEP)}, updated_at = ${now}
      where id = any(${texts.map(({ callId }) => callId)}::bigint[])`.execute(trx);
  } else
    await sql`
      update call set observations = given.left_over, version = call.version + ${sql.lit(ERASURE_STEP)}, updated_at = ${now}
      from unnest(${ids}::bigint[], ${texts.map(({ left }) => left)}::text[]) as given (id, left_over)
      where call.id = given.id`.execute(trx);
}
