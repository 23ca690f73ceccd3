import type { MaybeBy } from '@campanero/contract/erasure/schemas';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { fullName } from '../../db/product-sql.ts';

/** Place of candidates that are another row of the same person. */
export const PERSON_PLACE = { id: 'person', name: 'También figura como ficha' } as const;

/** A row that may be about an erased person. */
export interface Candidate {
  place: string;
  rowKey: string;
  namedBy: MaybeBy;
}

export interface CandidateRecord extends Candidate {
  id: number;
  erasureId: number;
  decision: 'ERASE' | 'KEEP' | null;
  reason: string | null;
  userName: string | null;
  decidedAt: Date | null;
}

export async function insertCandidates(trx: Trx, erasureId: number, found: readonly Candidate[]): Promise<void> {
  const column = (name: keyof Candidate) => sql`${found.map((candidate) => candidate[name])}::text[]`;
  await sql`
    insert into erasure_candidate (erasure_id, place, row_key, named_by)
    select ${erasureId}, place, row_key, named_by
    from unnest(${column('place')}, ${column('rowKey')}, ${column('namedBy')}) as given (place, row_key, named_by)
    on conflict do nothing`.execute(trx);
}

const isChosen = sql<boolean>`place = ${PERSON_PLACE.id} and decision = 'ERASE'`;

/** Other rows of the person that a user decided to erase. */
export async function listChosenPersons(trx: Trx, erasureId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('erasureCandidate')
    .select('rowKey')
    .where('erasureId', '=', erasureId)
    .where(isChosen)
    .execute();
  return rows.map(({ rowKey }) => Number(rowKey));
}

/** Rows that were erased together with another row of the same person. */
export const CHOSEN_PERSONS = sql`(select row_key from erasure_candidate where ${isChosen})`;
/** Erasures that included this row although they were requested for another. */
export const erasuresWith = (personId: number) =>
  sql<number>`(select erasure_id from erasure_candidate where row_key = ${String(personId)} and ${isChosen})`;

export async function findLastChoice(db: Db, erasureId: number): Promise<Date | null> {
  const { at } = await db
    .selectFrom('erasureCandidate')
    .select((eb) => eb.fn.max('decidedAt').as('at'))
    .where('erasureId', '=', erasureId)
    .where(isChosen)
    .executeTakeFirstOrThrow();
  return at;
}

export const listCandidateKeys = (db: Db, erasureId: number): Promise<Pick<Candidate, 'place' | 'rowKey'>[]> =>
  db.selectFrom('erasureCandidate').select(['place', 'rowKey']).where('erasureId', '=', erasureId).execute();

export async function countUndecided(db: Db | Trx, erasureId: number): Promise<number> {
  const { n } = await db
    .selectFrom('erasureCandidate')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('erasureId', '=', erasureId)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

const COLUMNS = sql`candidate.id, erasure_id, place, row_key, named_by, decision, reason, ${fullName()} as user_name, decided_at`;

/** Undecided candidates first. */
export async function listCandidates(
  db: Db,
  personId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: CandidateRecord[]; total: number }> {
  const isTheirs = sql`erasure_id in (select id from erasure where person_id = ${personId})`;
  const { rows } = await sql<CandidateRecord>`
    select ${COLUMNS} from erasure_candidate candidate left join app_user on app_user.id = decided_by
    where ${isTheirs} order by decision is not null, candidate.id limit ${limit} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from erasure_candidate where ${isTheirs}`.execute(db);
  return { rows, total: counted[0]!.total };
}

export async function findCandidate(trx: Trx, id: number): Promise<CandidateRecord | undefined> {
  const { rows } = await sql<CandidateRecord>`
    select ${COLUMNS} from erasure_candidate candidate left join app_user on app_user.id = decided_by
    where candidate.id = ${id}::bigint`.execute(trx);
  return rows[0];
}

export const updateCandidate = (
  trx: Trx,
  id: number,
  decision: { decision: 'ERASE' | 'KEEP'; reason: string | null; decidedBy: number; decidedAt: Date },
) => trx.updateTable('erasureCandidate').set(decision).where('id', '=', id).execute();
