import { sql } from 'kysely';
import type { ErasedWords } from '../../call-store/write/index.ts';
import type { Db } from '../../db/client.ts';
import type { AuditDetail } from '../../work/audit.ts';
import { removeWords } from '../../work/audit-removal.ts';
import type { Ctx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { COLUMNS, RECORD_HAS_WORDS, selectRecordsAbout, type WordyRow } from './audit-words.queries.ts';
import { containsAny } from '../personal-data/copies.queries.ts';
import { createMatcher } from '../personal-data/person-matcher.policy.ts';
import type { CandidateList } from './candidate-list.ts';

/** Records that lose their words in one transaction; the record of it names each. */
const AT_ONCE = 500;
/** Records that one statement looks through. */
const SCANNED = 20_000;

/** The records about these persons, their calls and their requests. */
export async function eraseRecordsAbout(
  ctx: Ctx,
  { personIds, callIds }: Pick<ErasedWords, 'personIds' | 'callIds'>,
  { requestIds, why }: { requestIds: readonly number[]; why: string },
): Promise<number> {
  return eraseWords(ctx, await selectRecordsAbout(ctx.db, { personIds, callIds, requestIds }), why);
}

/** In candidates. */
export const AUDIT_PLACE = { id: 'audit', name: 'Registros de auditoría' } as const;

/** The values of a record, one a line. */
export const recordText = (info: unknown): string => {
  const { entries, modifications } = info as AuditDetail;
  const lines = [
    ...entries.map(({ label, prevValue }) => [label, prevValue]),
    ...modifications.map(({ label, value }) => [label, value]),
  ];
  return lines.map(([label, value]) => `${label}: ${value}`).join('\n');
};

/**
 * Other records that name one of them: a search, an export, a list of numbers; those that may do so become candidates. Reads the
 * audit from `after` on and answers how far it came, so that it can go on from there; null: to the end.
 */
export async function eraseRecordsNaming(
  ctx: Ctx,
  words: ErasedWords,
  { after, why, candidates }: { after: number; why: string; candidates: CandidateList },
): Promise<{ erased: number; reached: number | null }> {
  const matcher = createMatcher(words);
  const last = await findLast(ctx.db, after);
  if (last === null) return { erased: 0, reached: null };
  const { rows } = await sql<WordyRow>`
    select ${COLUMNS} from audit
    where id > ${after} and id <= ${last} and ${RECORD_HAS_WORDS}
      and ${containsAny(sql`info::text`, [...matcher.sure, ...matcher.maybe])}
    order by id`.execute(ctx.db);
  const named = rows.filter(({ id, info }) => {
    const text = recordText(info);
    if (matcher.namedBy(text, 'text') !== null) return true;
    const namedBy = matcher.mayBe(text);
    if (namedBy) candidates.add({ place: AUDIT_PLACE.id, rowKey: String(id), namedBy });
    return false;
  });
  return { erased: await eraseWords(ctx, named, why), reached: last };
}

async function findLast(db: Db, after: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (select id from audit where id > ${after} order by id limit ${SCANNED}) piece`.execute(
    db,
  );
  return rows[0]?.last ?? null;
}

async function eraseWords(ctx: Ctx, rows: readonly WordyRow[], why: string): Promise<number> {
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await transact(ctx, async ({ trx, now, audit }) =>
      audit(await removeWords(trx, rows.slice(at, at + AT_ONCE), { why, at: now })),
    );
  return rows.length;
}
