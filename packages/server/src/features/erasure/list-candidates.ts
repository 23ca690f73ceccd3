import type { ErasureCandidate } from '@campanero/contract/erasure/schemas';
import type { SignedCtx } from '../../work/context.ts';
import { createMatcher, type PersonMatcher } from '../personal-data/person-matcher.policy.ts';
import { selectRecords } from './audit-words.queries.ts';
import { type CandidateRecord, listCandidates } from './candidates.queries.ts';
import { COPY_PLACES } from './copy-places.ts';
import { AUDIT_PLACE, recordText } from './erase-audit-words.ts';
import { CALL_PLACES, isCallPlace, readRows } from './erase-copies.ts';
import { findErasure } from './erasures.queries.ts';

const EXCERPT_MAX = 400;

/** "Notas de usuarios 12": enough to find the row again, without a word of it. */
export function placeInWords({ place, rowKey }: Pick<CandidateRecord, 'place' | 'rowKey'>): string {
  if (place === AUDIT_PLACE.id) return `${AUDIT_PLACE.name} ${rowKey}`;
  const name = isCallPlace(place) ? CALL_PLACES[place] : COPY_PLACES.find(({ id }) => id === place)?.name;
  return `${name ?? place} ${rowKey}`;
}

/** The texts that may be about an erased person, page by page; the words of those that nobody has decided on yet. */
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
    const rowsThere = await readTexts(
      db,
      place,
      found.map(({ rowKey }) => rowKey),
    );
    for (const { id, rowKey } of found) texts.set(id, rowsThere.find(({ key }) => key === rowKey)?.text ?? '');
  }
  const matcher = terms && createMatcher(terms);
  return {
    candidates: rows.map((candidate): ErasureCandidate => {
      const text = texts.get(candidate.id);
      return {
        id: candidate.id,
        place: placeInWords(candidate),
        namedBy: candidate.namedBy,
        excerpt: matcher && text ? excerptOf(text, matcher) : null,
        decision: candidate.decision,
        reason: candidate.reason,
        userName: candidate.userName,
        decidedAt: candidate.decidedAt?.toISOString() ?? null,
      };
    }),
    totalElementsCount: total,
    page: pageNumber,
  };
}

const readTexts = async (db: SignedCtx['db'], place: string, keys: readonly string[]) =>
  place === AUDIT_PLACE.id
    ? (await selectRecords(db, keys.map(Number))).map(({ id, info }) => ({ key: String(id), text: recordText(info) }))
    : readRows(db, place, keys);

/** The lines that made it a candidate. */
function excerptOf(text: string, matcher: PersonMatcher): string {
  const isAbout = (line: string) => (matcher.namedBy(line, 'text') ?? matcher.mayBe(line)) !== null;
  const lines = text.split('\n').filter(isAbout).join('\n') || text;
  return lines.length > EXCERPT_MAX ? `${lines.slice(0, EXCERPT_MAX)}…` : lines;
}
