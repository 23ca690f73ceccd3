import { selectRows, selectValue, sql } from '../../db/index.ts';
import type { ErasureTerms } from '../../call-store/write/index.ts';
import type { AuditDetail } from '../../work/audit.ts';
import { removeWords } from '../../work/audit-removal.ts';
import { type Ctx, transact } from '../../work/index.ts';
import { COLUMNS, RECORD_HAS_VALUES, selectRecordsAbout, type AuditValuesRow } from './audit-records.queries.ts';
import { containsAny } from '../personal-data/copies.queries.ts';
import { createMatcher } from '../personal-data/person-matcher.policy.ts';
import type { CandidateList } from './candidates.queries.ts';

/** Records per transaction; the audit record of the removal names each. */
const BATCH = 500;
/** Records that one statement scans. */
const SCANNED = 20_000;

export async function eraseRecordsAbout(
  ctx: Ctx,
  { personIds, callIds }: Pick<ErasureTerms, 'personIds' | 'callIds'>,
  { requestIds, why }: { requestIds: readonly number[]; why: string },
): Promise<number> {
  return removeValues(ctx, await selectRecordsAbout(ctx.db, { personIds, callIds, requestIds }), why);
}

export const AUDIT_PLACE = { id: 'audit', name: 'Registros de auditoría' } as const;

export const recordText = (info: unknown): string => {
  const { entries, modifications } = info as AuditDetail;
  const lines = [
    ...entries.map(({ label, prevValue }) => [label, prevValue]),
    ...modifications.map(({ label, value }) => [label, value]),
  ];
  return lines.map(([label, value]) => `${label}: ${value}`).join('\n');
};

/** Records about others that name a person; uncertain ones become candidates. `reached`: where the scan stopped, null at the end. */
export async function eraseRecordsNaming(
  ctx: Ctx,
  terms: ErasureTerms,
  { after, why, candidates }: { after: number; why: string; candidates: CandidateList },
): Promise<{ erased: number; reached: number | null }> {
  const matcher = createMatcher(terms);
  const last = await selectValue<number | null>(ctx.db)`
    select max(id) from (select id from audit where id > ${after} order by id limit ${SCANNED}) piece`;
  if (last === null) return { erased: 0, reached: null };
  const rows = await selectRows<AuditValuesRow>(ctx.db)`
    select ${COLUMNS} from audit
    where id > ${after} and id <= ${last} and ${RECORD_HAS_VALUES}
      and ${containsAny(sql`info::text`, [...matcher.certainParts, ...matcher.possibleParts])}
    order by id`;
  const named = rows.filter(({ id, info }) => {
    const text = recordText(info);
    if (matcher.namedBy(text, 'text') !== null) return true;
    const namedBy = matcher.possiblyNamedBy(text);
    if (namedBy) candidates.add({ place: AUDIT_PLACE.id, rowKey: String(id), namedBy });
    return false;
  });
  return { erased: await removeValues(ctx, named, why), reached: last };
}

async function removeValues(ctx: Ctx, rows: readonly AuditValuesRow[], why: string): Promise<number> {
  for (let at = 0; at < rows.length; at += BATCH)
    await transact(ctx, async ({ trx, now, audit }) =>
      audit(await removeWords(trx, rows.slice(at, at + BATCH), { why, at: now })),
    );
  return rows.length;
}
