import { ERASURE_STEP } from '@campanero/contract/shared/paging';
import { type Db, type RawBuilder, selectRows, selectValue, sql, type Trx } from '../../db/index.ts';
import type { LockedRow } from '../locks.ts';

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

/** The last id scanned is null at the end. A full scan of all calls, so run it on low-priority connections. */
export async function scanCallTexts(
  db: Db,
  table: TextTable,
  { matches, after }: { matches: (text: RawBuilder<string>) => RawBuilder<boolean>; after: number },
): Promise<{ found: CallText[]; scannedTo: number | null }> {
  const scannedTo = await selectValue<number | null>(db)`
    select max(id) from (select id from ${sql.table(table)} where id > ${after} order by id limit ${SCAN_BATCH}) piece`;
  if (scannedTo === null) return { found: [], scannedTo };
  const isMatch = sql`id > ${after} and id <= ${scannedTo} and ${matches(TEXTS[table].text)}`;
  return { found: await selectTexts(db, table, isMatch), scannedTo };
}

type LockedText = CallText & LockedRow<'call'>;

/** The texts that still exist, in id order. */
export const readCallTexts = (db: Db | Trx, table: TextTable, ids: readonly number[]): Promise<CallText[]> =>
  selectTexts(db, table, sql`id = any(${[...ids]}::bigint[])`);

// `ofWholeCalls`: every entry of the same calls, since a correction made after the search may hold the same words. The lock
// prevents further ones; those typed before are refused by the raised version.
export async function lockCallTexts(
  trx: Trx,
  table: TextTable,
  { ids, ofWholeCalls = false }: { ids: readonly number[]; ofWholeCalls?: boolean },
): Promise<LockedText[]> {
  const { callId } = TEXTS[table];
  const isGiven = sql`id = any(${[...ids]}::bigint[])`;
  const calls = sql`select ${callId} from ${sql.table(table)} where ${isGiven}`;
  await sql`select id from call where id in (${calls}) order by id for update`.execute(trx);
  return selectTexts(trx, table, ofWholeCalls ? sql`${callId} in (${calls})` : isGiven);
}

function selectTexts<Text extends CallText>(db: Db | Trx, table: TextTable, isWanted: RawBuilder<unknown>) {
  const { callId, text, hasText } = TEXTS[table];
  return selectRows<Text>(db)`
    select id, ${callId} as call_id, ${text} as text from ${sql.table(table)} where ${hasText} and ${isWanted} order by id`;
}

/** A note keeps `left`, a history entry loses its texts. The raised version keeps an open form from saving the old text. */
export async function eraseCallTexts(
  trx: Trx,
  table: TextTable,
  texts: readonly (LockedText & { left: string })[],
  now: Date,
): Promise<void> {
  const ids = texts.map(({ id }) => id);
  const calls = texts.map(({ callId }) => callId);
  await recordErasedPartitions(trx, { calls });
  const changed = sql`version = call.version + ${sql.lit(ERASURE_STEP)}, updated_at = ${now}`;
  if (table === 'call_history') {
    await sql`select erase_history_entries(${ids}::bigint[])`.execute(trx);
    await sql`update call set ${changed} where id = any(${calls}::bigint[])`.execute(trx);
  } else
    await sql`
      update call set observations = given.left_over, ${changed}
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
