import { sql } from 'kysely';
import type { ErasureTerms } from '../../call-store/write/index.ts';
import type { Db, Trx } from '../../db/client.ts';
import { clearRequests } from '../personal-data/requests.queries.ts';
import { CHOSEN_PERSONS, erasuresWith } from './candidates.queries.ts';

/** Erased rows by kind; kinds without any are absent. */
export type CopyCounts = Record<string, number>;

/** In this order; each step may be repeated after a crash. */
const STEPS = ['PERSON', 'COPIES', 'AUDIT', 'LOADS', 'REVIEW', 'DONE'] as const;
type Step = (typeof STEPS)[number];

export interface Erasure {
  id: number;
  personId: number;
  requestId: number | null;
  keepBlock: boolean;
  step: Step;
  terms: ErasureTerms | null;
  found: CopyCounts;
  loads: number[];
  /** The search found more candidates than are reviewed at once. */
  hasMoreCandidates: boolean;
  requestedBy: number | null;
  createdAt: Date;
  finishedAt: Date | null;
}

const NO_TERMS: ErasureTerms = {
  personIds: [],
  callIds: [],
  firstNames: [],
  lastNames: [],
  names: [],
  documents: [],
  emails: [],
  numbers: [],
  sharedNumbers: [],
  orionIds: [],
  identities: [],
};

const select = (db: Db | Trx) => db.selectFrom('erasure').selectAll();
/** An erasure that was started by an earlier version has fewer kinds of terms. */
const asErasure = (row: { terms: unknown } | undefined) =>
  row && ({ ...row, terms: row.terms && { ...NO_TERMS, ...(row.terms as ErasureTerms) } } as Erasure);

export const findErasure = async (db: Db | Trx, id: number) =>
  asErasure(await select(db).where('id', '=', id).executeTakeFirst());

/** Locks until the commit, so that two runs do not do the same step. */
export const lockErasure = async (trx: Trx, id: number) =>
  asErasure(await select(trx).where('id', '=', id).forUpdate().executeTakeFirst());

/** The person's latest erasure, or one that included this row. */
export const findErasureOf = async (db: Db | Trx, personId: number) =>
  asErasure(
    await select(db)
      .where((eb) => eb.or([eb('personId', '=', personId), eb('id', 'in', erasuresWith(personId))]))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );

/** Unfinished ones that do not wait for a user's decision. */
export async function listUnfinished(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from erasure where finished_at is null and not (step = 'REVIEW'
      and exists (select from erasure_candidate where erasure_id = erasure.id and decision is null))
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Undefined if another erasure of that person is in progress. */
export async function insertErasure(
  trx: Trx,
  erasure: Pick<Erasure, 'personId' | 'requestId' | 'keepBlock' | 'requestedBy' | 'createdAt'>,
): Promise<number | undefined> {
  const row = await trx
    .insertInto('erasure')
    .values({ ...erasure, terms: JSON.stringify(NO_TERMS) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updateErasure(
  trx: Trx,
  id: number,
  change: Partial<
    Pick<Erasure, 'step' | 'keepBlock' | 'terms' | 'found' | 'loads' | 'hasMoreCandidates' | 'finishedAt'>
  >,
): Promise<void> {
  const { terms, found, ...rest } = change;
  await trx
    .updateTable('erasure')
    .set({
      ...rest,
      ...(terms !== undefined && { terms: terms && JSON.stringify(terms) }),
      ...(found !== undefined && { found: JSON.stringify(found) }),
    })
    .where('id', '=', id)
    .execute();
}

export const mergeTerms = (
  known: ErasureTerms,
  ...more: Partial<Record<keyof ErasureTerms, readonly unknown[]>>[]
): ErasureTerms =>
  Object.fromEntries(
    Object.entries(known).map(([name, values]) => [
      name,
      [...new Set<unknown>([...values, ...more.flatMap((terms) => terms[name as keyof ErasureTerms] ?? [])])],
    ]),
  ) as unknown as ErasureTerms;

export const addCounts = (a: CopyCounts, b: CopyCounts): CopyCounts => {
  const sum = { ...a };
  for (const [name, count] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
};

/** Exports and block lists requested before the erasure and still in progress may contain the person. */
export async function hasPendingFiles(db: Db, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from export_job where status in ('PENDING', 'RUNNING') and created_at <= ${since}
    union all
    select from block_list_load where status = 'RUNNING' and created_at <= ${since} limit 1`.execute(db);
  return rows.length > 0;
}

/** Loads that still run, or whose tables and files still exist. */
export async function hasRunningLoads(db: Db, loads: readonly number[]): Promise<boolean> {
  if (loads.length === 0) return false;
  const { rows } = await sql`
    select from audience_load where id = any(${[...loads]}::int[]) and (working or status = 'RUNNING'
      or exists (select from audience_load_file where load_id = id and file_key is not null)) limit 1`.execute(db);
  return rows.length > 0;
}

/** Open erasure requests of a person. */
export async function listErasureRequests(db: Db, personId: number) {
  const { rows } = await sql<{ id: number; receivedOn: string; isIdentified: boolean; keepsBlock: boolean }>`
    select id, received_on, identified_by is not null as is_identified, kinds @> array['OPOSICION'] as keeps_block
    from data_request where person_id = ${personId} and state = 'ABIERTO' and kinds @> array['SUPRESION']
    order by id`.execute(db);
  return rows;
}

export const listRequestsOf = async (db: Db, personIds: readonly number[]): Promise<number[]> =>
  (
    await db
      .selectFrom('dataRequest')
      .select('id')
      .where('personId', '=', sql<number>`any(${[...personIds]}::bigint[])`)
      .execute()
  ).map(({ id }) => id);

/** Clears answered requests of erased persons, and those of others that name them. */
export const clearAnsweredRequests = (trx: Trx): Promise<number> =>
  clearRequests(
    trx,
    sql`(names_erased or exists (select from erasure where erasure.person_id = data_request.person_id)
      or person_id::text in ${CHOSEN_PERSONS})`,
  );
