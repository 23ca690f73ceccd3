import type { ErasureCandidate } from '@campanero/contract/erasure/schemas';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { summarisePersons } from '../../call-store/read/index.ts';
import type { SignedCtx } from '../../work/context.ts';
import { createMatcher, type PersonMatcher } from '../personal-data/person-matcher.policy.ts';
import { selectWordyRecords } from './audit-words.queries.ts';
import { type CandidateRecord, listCandidates, PERSON_PLACE } from './candidates.queries.ts';
import { COPY_PLACES } from './copy-places.ts';
import { AUDIT_PLACE, recordText } from './erase-audit-words.ts';
import { CALL_PLACES, isCallPlace, readRows, type TextRow } from './erase-copies.ts';
import { findErasure } from './erasures.queries.ts';

const EXCERPT_MAX = 400;

/** "Notas de usuarios 12": enough to find the row again, without a word of it. */
export function placeInWords({ place, rowKey }: Pick<CandidateRecord, 'place' | 'rowKey'>): string {
  const known = [AUDIT_PLACE, PERSON_PLACE, ...COPY_PLACES].find(({ id }) => id === place);
  const name = isCallPlace(place) ? CALL_PLACES[place] : known?.name;
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
        personId: candidate.place === PERSON_PLACE.id ? Number(candidate.rowKey) : null,
        namedBy: candidate.namedBy,
        excerpt: matcher && text ? excerptOf(candidate.place, text, matcher) : null,
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

async function readTexts(db: SignedCtx['db'], place: string, keys: readonly string[]): Promise<TextRow[]> {
  const ids = keys.map(Number);
  if (place === AUDIT_PLACE.id)
    return (await selectWordyRecords(db, ids)).map(({ id, info }) => ({ key: String(id), text: recordText(info) }));
  if (place === PERSON_PLACE.id)
    return (await summarisePersons(db, ids)).map(({ id, name, document, email, numbers }) => ({
      key: String(id),
      text: [name, document && `documento ${document}`, email, ...numbers.map(formatPhone)].filter(Boolean).join(' · '),
    }));
  return readRows(db, place, keys);
}

/** The lines that made it a candidate; of another row of a person what tells who it is. */
function excerptOf(place: string, text: string, matcher: PersonMatcher): string {
  const isAbout = (line: string) =>
    place === PERSON_PLACE.id || (matcher.namedBy(line, 'text') ?? matcher.mayBe(line)) !== null;
  const lines = text.split('\n').filter(isAbout).join('\n') || text;
  return lines.length > EXCERPT_MAX ? `${lines.slice(0, EXCERPT_MAX)}…` : lines;
}
