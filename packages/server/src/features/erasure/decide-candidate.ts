import type { DecisionBody } from '@campanero/contract/erasure/endpoints';
import { AppError, type AuditRecord, type SignedCtx, transact, type Work } from '../../work/index.ts';
import { removeWords } from '../../work/audit-removal.ts';
import { createMatcher, type PersonMatcher } from '../personal-data/person-matcher.policy.ts';
import { selectRecordsWithValues } from './audit-records.queries.ts';
import {
  type CandidateRecord,
  countUndecided,
  findCandidate,
  PERSON_PLACE,
  updateCandidate,
} from './candidates.queries.ts';
import { COPY_PLACES } from './copy-places.ts';
import { AUDIT_PLACE } from './erase-audit-records.ts';
import { eraseCallRows, eraseTableRows, isCallPlace, readRows } from './erase-copies.ts';
import { lockErasure, updateErasure } from './erasures.queries.ts';
import { describePlace } from './list-candidates.ts';
import { erasureAudit, erasureReason, erasureWork } from './run-erasure.ts';

/** The last decision lets the erasure finish. Another person row is erased by the job, with its own search. */
export const decideCandidate = (ctx: SignedCtx, id: number, body: DecisionBody): Promise<void> =>
  transact(ctx, async (work) => {
    const { trx, actor, now } = work;
    const found = await findCandidate(trx, id);
    const erasure = found && (await lockErasure(trx, found.erasureId));
    if (!found || !erasure) throw new AppError('NOT_FOUND');
    // Read again under the lock: another decision may have committed first.
    const candidate = (await findCandidate(trx, id))!;
    if (candidate.decision !== null || !erasure.terms) throw new AppError('CANDIDATE_DECIDED');
    const matcher = createMatcher(erasure.terms);
    const reason = body.decision === 'KEEP' ? body.reason : null;
    if (reason !== null && matcher.mentions(reason))
      throw new AppError('REASON_NAMES_PERSON', {
        fields: [{ field: 'reason', message: 'Escríbalo sin los datos de la persona.' }],
      });
    const isPerson = candidate.place === PERSON_PLACE.id;
    const records =
      body.decision === 'ERASE' && !isPerson
        ? await eraseCandidate({ ...work, config: ctx.config }, candidate, { matcher, why: erasureReason(erasure) })
        : [];
    await updateCandidate(trx, id, { decision: body.decision, reason, decidedBy: actor.id, decidedAt: now });
    const isErasedNext = isPerson && body.decision === 'ERASE';
    if (isErasedNext) await updateErasure(trx, erasure.id, { step: 'PERSON' });
    if (isErasedNext || (await countUndecided(trx, erasure.id)) === 0) await erasureWork.enqueue(work, erasure);
    await work.auditEach([
      ...records,
      erasureAudit(erasure.id, {
        after: {
          Acción: `${isPerson ? 'Ficha' : 'Texto'} ${DECIDED[body.decision][isPerson ? 1 : 0]} por decisión`,
          Lugar: describePlace(candidate),
          Motivo: reason ?? undefined,
        },
      }),
    ]);
  });

const DECIDED = { ERASE: ['borrado', 'borrada'], KEEP: ['dejado', 'dejada'] } as const;

/** Returns the audit records to write with it. */
async function eraseCandidate(
  work: Work & Pick<SignedCtx, 'config'>,
  { place, rowKey }: CandidateRecord,
  { matcher, why }: { matcher: PersonMatcher; why: string },
): Promise<AuditRecord[]> {
  const isAbout = matcher.mentions;
  if (place === AUDIT_PLACE.id) {
    const records = await selectRecordsWithValues(work.trx, [Number(rowKey)]);
    return records.length === 0 ? [] : [await removeWords(work.trx, records, { why, at: work.now })];
  }
  if (isCallPlace(place)) await eraseCallRows(work, place, { ids: [Number(rowKey)], isAbout });
  else {
    const rows = await readRows(work.trx, place, [rowKey]);
    await eraseTableRows(
      work,
      COPY_PLACES.find(({ id }) => id === place)!,
      { rows, isAbout },
    );
  }
  return [];
}
