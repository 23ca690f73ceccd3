import { sql, type RawBuilder } from 'kysely';
import { listCallReaders } from '../../call-store/read/index.ts';
import {
  type CallText,
  eraseCallTexts,
  type ErasedWords,
  readCallTexts,
  scanCallTexts,
} from '../../call-store/write/index.ts';
import type { Db, Trx } from '../../db/client.ts';
import { removeFromOutbox } from '../../integrations/mailer/outbox.ts';
import type { Ctx } from '../../work/context.ts';
import { transact, type Work } from '../../work/transact.ts';
import { containsAny } from '../personal-data/copies.queries.ts';
import { createMatcher, type PersonMatcher, type Shape } from '../personal-data/person-matcher.policy.ts';
import type { CandidateList } from './candidate-list.ts';
import { COPY_PLACES, type CopyPlace, GONE, textOf } from './copy-places.ts';
import type { CopyCounts } from './erasures.queries.ts';

/** The texts of calls to others, where they are searched apart from the small tables. */
export const CALL_PLACES = {
  call: 'Notas de llamados a otras personas',
  call_history: 'Observaciones de llamados a otras personas',
} as const;
export type CallPlace = keyof typeof CALL_PLACES;
export const isCallPlace = (place: string): place is CallPlace => place in CALL_PLACES;

const LONG_MS = 10 * 60_000;

export interface TextRow {
  key: string;
  text: string;
}
/** Which texts lose their words, and of texts in lines which lines. */
export type IsAbout = (text: string) => boolean;
type Tools = Pick<Work, 'trx' | 'now' | 'afterCommit'> & Pick<Ctx, 'config'>;

interface Search {
  words: ErasedWords;
  /** What is found that only may be about the person. */
  candidates: CandidateList;
  /** Without the calls: cheap, for what came late. */
  again?: boolean;
  signal?: AbortSignal | undefined;
}

/** Erases what other rows say of these persons. Repeating it finds what came meanwhile, and nothing else. */
export async function eraseRows(ctx: Ctx, { words, candidates, again = false, signal }: Search): Promise<CopyCounts> {
  const matcher = createMatcher(words);
  const counts: CopyCounts = {};
  if (!again)
    for (const place of Object.keys(CALL_PLACES) as CallPlace[]) {
      const count = await searchCalls(ctx, place, { matcher, candidates, signal });
      if (count > 0) counts[CALL_PLACES[place]] = count;
    }
  for (const place of COPY_PLACES) {
    signal?.throwIfAborted();
    const count = await searchTable(ctx, place, { matcher, candidates, personIds: words.personIds });
    if (count > 0) counts[place.name] = count;
  }
  await transact(ctx, async ({ trx }) => {
    await trx
      .deleteFrom('contactReading')
      .where('number', '=', sql<number>`any(${words.numbers}::bigint[])`)
      .execute();
    await trx
      .deleteFrom('notification')
      .where('callId', '=', sql<number>`any(${words.callIds}::bigint[])`)
      .execute();
  });
  return counts;
}

interface PlaceSearch {
  matcher: PersonMatcher;
  candidates: CandidateList;
}

/** Which of the rows name the person; of the others those that may do so become candidates. */
function sort<R extends TextRow>(
  rows: readonly R[],
  { id, shape, reviewed }: Pick<CopyPlace, 'id' | 'shape' | 'reviewed'>,
  { matcher, candidates }: PlaceSearch,
): R[] {
  return rows.filter(({ key, text }) => {
    const isNamed = matcher.namedBy(text, shape) !== null;
    if (isNamed && reviewed !== 'always') return true;
    const namedBy = isNamed ? 'name' : matcher.mayBe(text);
    if (reviewed && namedBy) candidates.add({ place: id, rowKey: key, namedBy });
    return false;
  });
}

async function searchCalls(
  ctx: Ctx,
  place: CallPlace,
  { matcher, candidates, signal }: PlaceSearch & Pick<Search, 'signal'>,
): Promise<number> {
  const matches = (text: RawBuilder<string>) => containsAny(text, [...matcher.sure, ...matcher.maybe]);
  const isAbout = (text: string) => matcher.namedBy(text, 'text') !== null;
  let count = 0;
  for (let after: number | null = 0; after !== null;) {
    signal?.throwIfAborted();
    const piece: Awaited<ReturnType<typeof scanCallTexts>> = await scanCallTexts(ctx.heavyDb, place, {
      matches,
      after,
    });
    const rows = piece.found.map(({ id, text }) => ({ key: String(id), text }));
    const named = sort(rows, { id: place, shape: 'text', reviewed: 'maybe' }, { matcher, candidates });
    if (named.length > 0)
      await transact({ ...ctx, db: ctx.heavyDb }, async ({ trx, now, afterCommit }) => {
        const ids = named.map(({ key }) => Number(key));
        count += await eraseCallRows({ trx, now, afterCommit }, place, { ids, isAbout, ofWholeCalls: true });
      });
    after = piece.scannedTo;
  }
  return count;
}

/** Removes words from texts of calls, and tells the browsers that may hold them. Answers how many lost some. */
export async function eraseCallRows(
  { trx, now, afterCommit }: Pick<Work, 'trx' | 'now' | 'afterCommit'>,
  place: CallPlace,
  { isAbout, ...which }: { ids: readonly number[]; isAbout: IsAbout; ofWholeCalls?: boolean },
): Promise<number> {
  const texts = (await readCallTexts(trx, place, { ...which, isLocking: true })).filter(({ text }) => isAbout(text));
  const left = texts.map(({ id, callId, text }: CallText) => ({ id, callId, left: keepLines(text, isAbout) }));
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

/** The lines that are about somebody else; a name may go over two lines, then nothing is kept. */
function keepLines(text: string, isAbout: IsAbout): string {
  const left = text
    .split('\n')
    .map((line) => (isAbout(line) ? GONE : line))
    .join('\n');
  return isAbout(left) ? GONE : left;
}

const keyOf = ({ key }: CopyPlace) => sql<string>`concat_ws(' ', ${sql.join(key.map((column) => sql.ref(column)))})`;

/** What the database finds stays locked until it is erased: this side decides. */
const searchTable = (
  ctx: Ctx,
  place: CopyPlace,
  { matcher, candidates, personIds }: PlaceSearch & { personIds: readonly number[] },
): Promise<number> =>
  transact(
    ctx,
    async (work) => {
      const parts = [...matcher.sure, ...(place.reviewed ? matcher.maybe : [])];
      const { rows } = await sql<TextRow>`
        select ${keyOf(place)} as key, ${textOf(place)} as text from ${sql.table(place.table)}
        where ${place.where?.(personIds) ?? sql`true`} and ${containsAny(textOf(place), parts)}
        order by ${sql.join(place.key.map((column) => sql.ref(column)))} for update`.execute(work.trx);
      const named = sort(rows, place, { matcher, candidates });
      await eraseTableRows({ ...work, config: ctx.config }, place, {
        rows: named,
        isAbout: (text) => matcher.namedBy(text, place.shape) !== null,
      });
      return named.length;
    },
    { statementTimeoutMs: LONG_MS },
  );

export async function eraseTableRows(
  { trx, config }: Tools,
  place: CopyPlace,
  { rows, isAbout }: { rows: readonly TextRow[]; isAbout: IsAbout },
): Promise<void> {
  if (rows.length === 0) return;
  const keys = rows.map(({ key }) => key);
  // The files before their rows: removing what is not there is no error.
  if (place.table === 'mail') await removeFromOutbox(config, keys.map(Number));
  const table = sql.table(place.table);
  const isFound = sql`${keyOf(place)} = any(${keys}::text[])`;
  if (place.linesOf)
    await sql`
      update ${table} set ${sql.ref(place.linesOf)} = given.left_over${place.set ? sql`, ${place.set}` : sql``}
      from unnest(${keys}::text[], ${rows.map(({ text }) => keepLines(text, isAbout))}::text[]) as given (key, left_over)
      where ${keyOf(place)} = given.key`.execute(trx);
  else if (place.set) await sql`update ${table} set ${place.set} where ${isFound}`.execute(trx);
  else await sql`delete from ${table} where ${isFound}`.execute(trx);
}

/** The rows of a place by their keys, as they stand now. */
export async function readRows(db: Db | Trx, placeId: string, keys: readonly string[]): Promise<TextRow[]> {
  if (isCallPlace(placeId))
    return (await readCallTexts(db, placeId, { ids: keys.map(Number) })).map(({ id, text }) => ({
      key: String(id),
      text,
    }));
  const place = COPY_PLACES.find(({ id }) => id === placeId);
  if (!place) return [];
  const { rows } = await sql<TextRow>`
    select ${keyOf(place)} as key, ${textOf(place)} as text from ${sql.table(place.table)}
    where ${keyOf(place)} = any(${[...keys]}::text[])`.execute(db);
  return rows;
}

export const shapeOf = (placeId: string): Shape => COPY_PLACES.find(({ id }) => id === placeId)?.shape ?? 'text';
