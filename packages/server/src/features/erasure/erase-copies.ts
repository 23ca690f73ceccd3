import { type Db, type RawBuilder, run, selectRows, sql, type Trx } from '../../db/index.ts';
import { listCallReaders } from '../../call-store/read/index.ts';
import {
  eraseCallTexts,
  type ErasureTerms,
  lockCallTexts,
  readCallTexts,
  scanCallTexts,
} from '../../call-store/write/index.ts';
import { removeFromOutbox } from '../../integrations/mailer/outbox.ts';
import { type Ctx, type EventWork, transact } from '../../work/index.ts';
import { clearAnswersAbout } from '../outgoing-events/outgoing-events.queries.ts';
import { containsAny } from '../personal-data/copies.queries.ts';
import { createMatcher, type PersonMatcher } from '../personal-data/person-matcher.policy.ts';
import type { CandidateList, CopyCounts } from './candidates.queries.ts';
import { COPY_PLACES, type CopyPlace, ERASED_TEXT, textOf } from './copy-places.ts';

/** Texts of calls, which are searched separately in batches. */
export const CALL_PLACES = {
  call: 'Notas de llamados a otras personas',
  call_history: 'Observaciones de llamados a otras personas',
} as const;
type CallPlace = keyof typeof CALL_PLACES;
export const isCallPlace = (place: string): place is CallPlace => place in CALL_PLACES;

const LONG_MS = 10 * 60_000;

export type TextRow = { key: string; text: string };
/** Whether a text, or a line of it, is erased. */
type IsAbout = (text: string) => boolean;
type Tools = EventWork & Pick<Ctx, 'config'>;

interface Search {
  terms: ErasureTerms;
  candidates: CandidateList;
  /** Faster, for rows that were added during the search. */
  skipCalls?: boolean;
  signal?: AbortSignal | undefined;
}

/** Erases texts in other rows that name these persons. Idempotent: a repeated run finds only rows added since. */
export async function eraseRows(ctx: Ctx, { terms, candidates, skipCalls = false, signal }: Search) {
  const matcher = createMatcher(terms);
  const counts: CopyCounts = {};
  if (!skipCalls)
    for (const place of Object.keys(CALL_PLACES) as CallPlace[]) {
      const count = await searchCalls(ctx, place, { matcher, candidates, signal });
      if (count > 0) counts[CALL_PLACES[place]] = count;
    }
  for (const place of COPY_PLACES) {
    signal?.throwIfAborted();
    const count = await searchTable(ctx, place, { matcher, candidates, personIds: terms.personIds });
    if (count > 0) counts[place.name] = count;
  }
  await transact(ctx, async ({ trx }) => {
    await run(trx)`delete from contact_reading where number = any(${terms.numbers}::bigint[])`;
    await clearAnswersAbout(trx, terms);
    await run(trx)`delete from notification where call_id = any(${terms.callIds}::bigint[])`;
  });
  return counts;
}

type PlaceSearch = { matcher: PersonMatcher; candidates: CandidateList };

/** The rows that name the person; uncertain ones become candidates. */
function selectNamed<R extends TextRow>(
  rows: readonly R[],
  { id, shape, reviewed }: Pick<CopyPlace, 'id' | 'shape' | 'reviewed'>,
  { matcher, candidates }: PlaceSearch,
): R[] {
  return rows.filter(({ key, text }) => {
    const isNamed = matcher.namedBy(text, shape) !== null;
    if (isNamed && reviewed !== 'always') return true;
    const namedBy = isNamed ? 'name' : matcher.possiblyNamedBy(text);
    if (reviewed && namedBy) candidates.add({ place: id, rowKey: key, namedBy });
    return false;
  });
}

async function searchCalls(
  ctx: Ctx,
  place: CallPlace,
  { matcher, candidates, signal }: PlaceSearch & Pick<Search, 'signal'>,
): Promise<number> {
  const matches = (text: RawBuilder<string>) => containsAny(text, [...matcher.certainParts, ...matcher.possibleParts]);
  const isAbout = (text: string) => matcher.namedBy(text, 'text') !== null;
  let count = 0;
  for (let after: number | null = 0; after !== null;) {
    signal?.throwIfAborted();
    const piece: Awaited<ReturnType<typeof scanCallTexts>> = await scanCallTexts(ctx.heavyDb, place, {
      matches,
      after,
    });
    const rows = piece.found.map(({ id, text }) => ({ key: String(id), text }));
    const named = selectNamed(rows, { id: place, shape: 'text', reviewed: 'maybe' }, { matcher, candidates });
    if (named.length > 0)
      await transact({ ...ctx, db: ctx.heavyDb }, async ({ trx, now, afterCommit }) => {
        const ids = named.map(({ key }) => Number(key));
        count += await eraseCallRows({ trx, now, afterCommit }, place, { ids, isAbout, ofWholeCalls: true });
      });
    after = piece.scannedTo;
  }
  return count;
}

/** Redacts texts of calls and notifies the browsers that may show them. Returns the number of changed texts. */
export async function eraseCallRows(
  { trx, now, afterCommit }: EventWork,
  place: CallPlace,
  { isAbout, ...which }: { ids: readonly number[]; isAbout: IsAbout; ofWholeCalls?: boolean },
): Promise<number> {
  const texts = (await lockCallTexts(trx, place, which)).filter(({ text }) => isAbout(text));
  const left = texts.map((found) => ({ ...found, left: redactLines(found.text, isAbout) }));
  await eraseCallTexts(trx, place, left, now);
  const callIds = [...new Set(texts.map(({ callId }) => callId))];
  for (const reader of await listCallReaders(trx, callIds, now))
    if (reader.callIds.length > 0)
      afterCommit({
        to: reader.userIds,
        event: 'erased',
        payload: { callIds: [], personIds: [], rewrittenCallIds: reader.callIds },
      });
  return texts.length;
}

/** Redacts the lines that name the person; the whole text if a name spans two lines. */
function redactLines(text: string, isAbout: IsAbout): string {
  const left = text
    .split('\n')
    .map((line) => (isAbout(line) ? ERASED_TEXT : line))
    .join('\n');
  return isAbout(left) ? ERASED_TEXT : left;
}

const keyOf = ({ key }: CopyPlace) => sql<string>`concat_ws(' ', ${sql.join(key.map((column) => sql.ref(column)))})`;

/** The rows that the database finds are locked until the matcher has decided and they are erased. */
const searchTable = (
  ctx: Ctx,
  place: CopyPlace,
  { matcher, candidates, personIds }: PlaceSearch & { personIds: readonly number[] },
): Promise<number> =>
  transact(ctx, { statementTimeoutMs: LONG_MS }, async (work) => {
    const parts = [...matcher.certainParts, ...(place.reviewed ? matcher.possibleParts : [])];
    const rows = await selectRows<TextRow>(work.trx)`
      select ${keyOf(place)} as key, ${textOf(place)} as text from ${sql.table(place.table)}
        where ${place.where?.(personIds) ?? sql`true`} and ${containsAny(textOf(place), parts)}
        order by ${sql.join(place.key.map((column) => sql.ref(column)))} for update`;
    const named = selectNamed(rows, place, { matcher, candidates });
    await eraseTableRows({ ...work, config: ctx.config }, place, {
      rows: named,
      isAbout: (text) => matcher.namedBy(text, place.shape) !== null,
    });
    return named.length;
  });

export async function eraseTableRows(
  { trx, config }: Tools,
  place: CopyPlace,
  { rows, isAbout }: { rows: readonly TextRow[]; isAbout: IsAbout },
): Promise<void> {
  if (rows.length === 0) return;
  const keys = rows.map(({ key }) => key);
  // Files before rows: removing a missing file is no error, so a retry is safe.
  if (place.table === 'mail') await removeFromOutbox(config, keys.map(Number));
  const table = sql.table(place.table);
  const isFound = sql`${keyOf(place)} = any(${keys}::text[])`;
  if (place.linesOf)
    await sql`
      update ${table} set ${sql.ref(place.linesOf)} = given.left_over${place.set ? sql`, ${place.set}` : sql``}
      from unnest(${keys}::text[], ${rows.map(({ text }) => redactLines(text, isAbout))}::text[]) as given (key, left_over)
      where ${keyOf(place)} = given.key`.execute(trx);
  else if (place.set) await sql`update ${table} set ${place.set} where ${isFound}`.execute(trx);
  else await sql`delete from ${table} where ${isFound}`.execute(trx);
}

export async function readRows(db: Db | Trx, placeId: string, keys: readonly string[]): Promise<TextRow[]> {
  if (isCallPlace(placeId))
    return (await readCallTexts(db, placeId, keys.map(Number))).map(({ id, text }) => ({ key: String(id), text }));
  const place = COPY_PLACES.find(({ id }) => id === placeId);
  if (!place) return [];
  return selectRows<TextRow>(db)`
    select ${keyOf(place)} as key, ${textOf(place)} as text from ${sql.table(place.table)}
    where ${keyOf(place)} = any(${[...keys]}::text[])`;
}
