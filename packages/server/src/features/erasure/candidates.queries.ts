import type { CandidateReason } from '@campanero/contract/erasure/endpoints';
import { fullName, run, selectColumn, selectFirst, selectRows, selectValue, sql } from '../../db/index.ts';
import type { Db, Trx } from '../../db/client.ts';

/** Erased rows by kind; kinds without any are absent. */
export type CopyCounts = Record<string, number>;

/** Place of candidates that are another row of the same person. */
export const PERSON_PLACE = { id: 'person', name: 'También figura como ficha' } as const;

export type Candidate = { place: string; rowKey: string; namedBy: CandidateReason };

export interface CandidateRecord extends Candidate {
  id: number;
  erasureId: number;
  decision: 'ERASE' | 'KEEP' | null;
  reason: string | null;
  userName: string | null;
  decidedAt: Date | null;
}

export function insertCandidates(trx: Trx, erasureId: number, found: readonly Candidate[]): Promise<void> {
  const column = (name: keyof Candidate) => sql`${found.map((candidate) => candidate[name])}::text[]`;
  return run(trx)`
    insert into erasure_candidate (erasure_id, place, row_key, named_by)
    select ${erasureId}, place, row_key, named_by
    from unnest(${column('place')}, ${column('rowKey')}, ${column('namedBy')}) as given (place, row_key, named_by)
    on conflict do nothing`;
}

const isChosen = sql<boolean>`place = ${PERSON_PLACE.id} and decision = 'ERASE'`;

/** Other rows of the person that a user decided to erase. */
export const listChosenPersons = (trx: Trx, erasureId: number) =>
  selectColumn<number>(trx)`
    select row_key::bigint from erasure_candidate where erasure_id = ${erasureId} and ${isChosen}`;

/** Rows that were erased together with another row of the same person. */
export const CHOSEN_PERSONS = sql`(select row_key from erasure_candidate where ${isChosen})`;
/** Erasures that included this row although they were requested for another. */
export const erasuresWith = (personId: number) =>
  sql<number>`(select erasure_id from erasure_candidate where row_key = ${String(personId)} and ${isChosen})`;

export const findLastChoice = (db: Db, erasureId: number) =>
  selectValue<Date | null>(db)`
    select max(decided_at) from erasure_candidate where erasure_id = ${erasureId} and ${isChosen}`;

export const listCandidateKeys = (db: Db, erasureId: number) =>
  selectRows<Pick<Candidate, 'place' | 'rowKey'>>(db)`
    select place, row_key from erasure_candidate where erasure_id = ${erasureId}`;

export const countUndecided = (db: Db | Trx, erasureId: number) =>
  selectValue<number>(db)`
    select count(*) from erasure_candidate where erasure_id = ${erasureId} and decision is null`;

const SELECT = sql`
  select candidate.id, erasure_id, place, row_key, named_by, decision, reason, ${fullName()} as user_name, decided_at
  from erasure_candidate candidate left join app_user on app_user.id = decided_by`;

export async function listCandidates(db: Db, personId: number, page: { limit: number; offset: number }) {
  const isTheirs = sql`erasure_id in (select id from erasure where person_id = ${personId})`;
  const rows = await selectRows<CandidateRecord>(db)`
    ${SELECT} where ${isTheirs} order by decision is not null, candidate.id limit ${page.limit} offset ${page.offset}`;
  const total = await selectValue<number>(db)`select count(*) from erasure_candidate where ${isTheirs}`;
  return { rows, total };
}

export const findCandidate = (trx: Trx, id: number) =>
  selectFirst<CandidateRecord>(trx)`${SELECT} where candidate.id = ${id}::bigint`;

export const updateCandidate = (
  trx: Trx,
  id: number,
  decision: { decision: 'ERASE' | 'KEEP'; reason: string | null; decidedBy: number; decidedAt: Date },
) => trx.updateTable('erasureCandidate').set(decision).where('id', '=', id).execute();

/** Candidates per review; when all are decided, the search starts again. */
const CANDIDATES_MAX = 500;
/** A last name alone is reviewed only if it is rare. */
const LAST_NAMES_MAX = 50;
const TOO_COMMON = 'Textos que solo tienen el apellido, demasiado común para revisarlos';

/** Collects the candidates of one search, without those already known. */
export type CandidateList = ReturnType<typeof createCandidateList>;
export function createCandidateList(known: readonly Pick<Candidate, 'place' | 'rowKey'>[]) {
  const seen = new Set(known.map(({ place, rowKey }) => `${place} ${rowKey}`));
  const found: Candidate[] = [];
  const byLastName: Candidate[] = [];
  let lastNames = 0;
  let hasMore = false;
  return {
    add: (candidate: Candidate) => {
      if (seen.has(`${candidate.place} ${candidate.rowKey}`)) return;
      if (candidate.namedBy === 'lastName') {
        lastNames += 1;
        if (byLastName.length < LAST_NAMES_MAX) byLastName.push(candidate);
      } else if (found.length < CANDIDATES_MAX) found.push(candidate);
      else hasMore = true;
    },
    result: () => {
      const isCommon = lastNames > LAST_NAMES_MAX;
      const counts: CopyCounts = isCommon ? { [TOO_COMMON]: lastNames } : {};
      return { candidates: isCommon ? found : [...found, ...byLastName], hasMore, counts };
    },
  };
}
