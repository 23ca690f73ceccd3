import { ERASURE_STEP } from '@campanero/contract/shared/paging';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { selectRows } from '../../db/select.ts';

/** A note on a call, or the text of a history entry. */
export interface CallText {
  /** Id of the call or of the history entry. */
  id: number;
  callId: number;
  text: string;
}

type TextTable = 'call' | 'call_history';
const TEXTS: Record<TextTable, { callId: RawBuilder<number>; text: RawBuilder<string>; hasText: RawBuilder<boolean> }> =
  {
    call: { callId: sql`id`, text: sql`observations`, hasText: sql`observations is not null` },
    call_history: {
      callId: sql`call_id`,
      text: sql`concat_ws(e'\n', observations, reason)`,
      hasText: sql`(observations is not null or reason is not null)`,
    },
  };

/** Ten times as many rows ran into the statement timeout on a busy machine. */
const SCAN_BATCH = 20_000;

/**
 * The next batch of texts that match, and the last id scanned (null: the end). A full scan of all calls in the end, so run it on
 * low-priority connections.
 */
export async function scanCallTexts(
  db: Db,
  table: TextTable,
  { matches, after }: { matches: (text: RawBuilder<string>) => RawBuilder<boolean>; after: number },
): Promise<{ found: CallText[]; scannedTo: number | null }> {
  const { callId, text, hasText } = TEXTS[table];
  const from = sql.table(table);
  const ends = await selectRows<{ last: number | null }>(db)`
    select max(id) as last from (select id from ${from} where id > ${after} order by id limit ${SCAN_BATCH}) piece`;
  const scannedTo = ends[0]!.last;
  if (scannedTo === null) return { found: [], scannedTo };
  const rows = await selectRows<CallText>(db)`
    select id, ${callId} as call_id, ${text} as text from ${from}
    where id > ${after} and id <= ${scannedTo} and ${hasText} and ${matches(text)} order by id`;
  return { found: rows, scannedTo };
}

/**
 * The texts that still exist, in id order; `isLocking` locks their calls. `ofWholeCalls` returns every entry of the same calls: a
 * correction made after the search may hold the same words. The lock prevents further ones, and eraseCallTexts() raises the version,
 * so one that was typed before is refused.
 */
export async function readCallTexts(
  db: Db | Trx,
  table: TextTable,
  {
    ids,
    isLocking = false,
    ofWholeCalls = false,
  }: { ids: readonly number[]; isLocking?: boolean; ofWholeCalls?: boolean },
): Promise<CallText[]> {
  const { callId, text, hasText } = TEXTS[table];
  const from = sql.table(table);
  const isGiven = sql`id = any(${[...ids]}::bigint[])`;
  const calls = sql`select ${callId} from ${from} where ${isGiven}`;
  if (isLocking) await sql`select id from call where id in (${calls}) order by id for update`.execute(db);
  return selectRows<CallText>(db)`
    select id, ${callId} as call_id, ${text} as text from ${from}
    where ${ofWholeCalls ? sql`${callId} in (${calls})` : isGiven} and ${hasText} order by id`;
}

/**
 * Removes words from locked texts: a note keeps `left`, a history entry loses its texts entirely. Raises the call's version, so that
 * an open form cannot save the old text.
 */
export async function eraseCallTexts(
  trx: Trx,
  table: TextTable,
  texts: readonly { id: number; callId: number; left: string }[],
  now: Date,
): Promise<void> {
  const ids = texts.map(({ id }) => id);
  await recordErasedPartitions(trx, { calls: texts.map(({ callId }) => callId) });
  if (table === 'call_history') {
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

/** Records the partitions that are about to lose words: the old values stay in their pages until db/rewrite-erased.ts rewrites them. */
export async function recordErasedPartitions(
  trx: Trx,
  { persons = [], calls }: { persons?: readonly number[]; calls: readonly number[] },
): Promise<void> {
  const ofPersons = sql`any(${[...persons]}::bigint[])`;
  const ofCalls = sql`any(${[...calls]}::bigint[])`;
  await sql`
    insert into erased_partition (relation)
    select leaf::regclass::text from (
      select tableoid as leaf from person where id = ${ofPersons}
      union select tableoid from person_phone where person_id = ${ofPersons}
      union select tableoid from call where id = ${ofCalls}
      union select tableoid from call_history where call_id = ${ofCalls}) touched
    order by 1
    on conflict (relation) do update set recorded_at = clock_timestamp()`.execute(trx);
}
