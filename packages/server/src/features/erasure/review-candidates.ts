import type { DecisionBody, ErasureCandidate } from '@campanero/contract/erasure/endpoints';
import { AppError, type AuditRecord, fieldError, type SignedCtx, transact, type Work } from '../../work/index.ts';
import { removeWords } from '../../work/audit-removal.ts';
import { createMatcher, type PersonMatcher } from '../personal-data/person-matcher.policy.ts';
import { selectRecordsWithValues } from './audit-records.queries.ts';
import {
  type CandidateRecord,
  countUndecided,
  findCandidate,
  listCandidates,
  PERSON_PLACE,
  updateCandidate,
} from './candidates.queries.ts';
import { COPY_PLACES } from './copy-places.ts';
import { AUDIT_PLACE, recordText } from './erase-audit-records.ts';
import { CALL_PLACES, eraseCallRows, eraseTableRows, isCallPlace, readRows, type TextRow } from './erase-copies.ts';
import { findErasure, lockErasure, updateErasure } from './erasures.queries.ts';
import { erasureAudit, erasureReason, erasureWork } from './run-erasure.ts';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { summarisePersons } from '../../call-store/read/index.ts';

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
      throw fieldError('REASON_NAMES_PERSON', 'reason', 'Escríbalo sin los datos de la persona.');
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
      erasureAudit(erasure.id, 'ACCIÓN', {
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
    const copyPlace = COPY_PLACES.find(({ id }) => id === place)!;
    await eraseTableRows(work, copyPlace, { rows: await readRows(work.trx, place, [rowKey]), isAbout });
  }
  return [];
}

const EXCERPT_MAX = 400;

/** "Notas de usuarios 12": identifies the row without its text. */
function describePlace({ place, rowKey }: Pick<CandidateRecord, 'place' | 'rowKey'>): string {
  const known = [AUDIT_PLACE, PERSON_PLACE, ...COPY_PLACES].find(({ id }) => id === place);
  const name = isCallPlace(place) ? CALL_PLACES[place] : known?.name;
  return `${name ?? place} ${rowKey}`;
}

export async function viewCandidates(
  { db }: SignedCtx,
  personId: number,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
) {
  const { rows, total } = await listCandidates(db, personId, { limit: pageSize, offset: pageNumber * pageSize });
  const open = rows.filter(({ decision }) => decision === null);
  const terms = open[0] && (await findErasure(db, open[0].erasureId))?.terms;
  const texts = new Map<number, string>();
  for (const [place, found] of Map.groupBy(open, (candidate) => candidate.place)) {
    const rowKeys = found.map(({ rowKey }) => rowKey);
    const placeRows = await readTexts(db, place, rowKeys);
    for (const { id, rowKey } of found) texts.set(id, placeRows.find(({ key }) => key === rowKey)?.text ?? '');
  }
  const matcher = terms && createMatcher(terms);
  return {
    candidates: rows.map((candidate): ErasureCandidate => {
      const text = texts.get(candidate.id);
      return {
        ...candidate,
        place: describePlace(candidate),
        personId: candidate.place === PERSON_PLACE.id ? Number(candidate.rowKey) : null,
        excerpt: matcher && text ? excerptOf(candidate.place, text, matcher) : null,
        decidedAt: candidate.decidedAt?.toISOString() ?? null,
      };
    }),
    totalElementsCount: total,
    page: pageNumber,
  };
}

async function readTexts(db: SignedCtx['db'], place: string, keys: readonly string[]): Promise<TextRow[]> {
  const ids = keys.map(Number);
  if (place === AUDIT_PLACE.id)
    return (await selectRecordsWithValues(db, ids)).map(({ id, info }) => ({
      key: String(id),
      text: recordText(info),
    }));
  if (place === PERSON_PLACE.id)
    return (await summarisePersons(db, ids)).map(({ id, name, document, email, numbers }) => ({
      key: String(id),
      text: [name, document && `documento ${document}`, email, ...numbers.map(formatPhone)].filter(Boolean).join(' · '),
    }));
  return readRows(db, place, keys);
}

/** The matching lines; for another person row everything that identifies it. */
function excerptOf(place: string, text: string, matcher: PersonMatcher): string {
  const isRelevant = (line: string) => place === PERSON_PLACE.id || matcher.mentions(line);
  const lines = text.split('\n').filter(isRelevant).join('\n') || text;
  return lines.length > EXCERPT_MAX ? `${lines.slice(0, EXCERPT_MAX)}…` : lines;
}
