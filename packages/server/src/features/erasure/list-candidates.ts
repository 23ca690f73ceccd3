import type { ErasureCandidate } from '@campanero/contract/erasure/endpoints';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { summarisePersons } from '../../call-store/read/index.ts';
import type { SignedCtx } from '../../work/index.ts';
import { createMatcher, type PersonMatcher } from '../personal-data/person-matcher.policy.ts';
import { selectRecordsWithValues } from './audit-records.queries.ts';
import { type CandidateRecord, listCandidates, PERSON_PLACE } from './candidates.queries.ts';
import { COPY_PLACES } from './copy-places.ts';
import { AUDIT_PLACE, recordText } from './erase-audit-records.ts';
import { CALL_PLACES, isCallPlace, readRows, type TextRow } from './erase-copies.ts';
import { findErasure } from './erasures.queries.ts';

const EXCERPT_MAX = 400;

/** "Notas de usuarios 12": identifies the row without its text. */
export function describePlace({ place, rowKey }: Pick<CandidateRecord, 'place' | 'rowKey'>): string {
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
    const placeRows = await readTexts(
      db,
      place,
      found.map(({ rowKey }) => rowKey),
    );
    for (const { id, rowKey } of found) texts.set(id, placeRows.find(({ key }) => key === rowKey)?.text ?? '');
  }
  const matcher = terms && createMatcher(terms);
  return {
    candidates: rows.map((candidate): ErasureCandidate => {
      const text = texts.get(candidate.id);
      return {
        id: candidate.id,
        place: describePlace(candidate),
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
