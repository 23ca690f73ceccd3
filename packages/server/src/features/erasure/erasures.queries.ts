import { type Db, hasRows, insertNew, selectColumn, selectRows, sql, type Trx } from '../../db/index.ts';
import type { ErasureTerms } from '../../call-store/write/index.ts';
import { clearRequests } from '../personal-data/requests.queries.ts';
import { CHOSEN_PERSONS, type CopyCounts, erasuresWith } from './candidates.queries.ts';

/** In this order; each step may be repeated after a crash. */
const STEPS = ['PERSON', 'COPIES', 'AUDIT', 'LOADS', 'REVIEW', 'DONE'] as const;
type Step = (typeof STEPS)[number];

export interface Erasure {
  id: number;
  personId: number;
  requestId: number | null;
  keepBlock: boolean;
  closesRequest: boolean;
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
export const listUnfinished = (db: Db) =>
  selectRows<{ id: number }>(db)`
    select id from erasure where finished_at is null and not (step = 'REVIEW'
      and exists (select from erasure_candidate where erasure_id = erasure.id and decision is null))
    order by id`;

/** Undefined if another erasure of that person is in progress. */
export const insertErasure = (trx: Trx, erasure: NewErasure) =>
  insertNew(trx, 'erasure', { ...erasure, terms: JSON.stringify(NO_TERMS) });
type NewErasure = Pick<Erasure, 'personId' | 'requestId' | 'keepBlock' | 'requestedBy' | 'createdAt'> &
  Partial<Pick<Erasure, 'closesRequest'>>;

export const updateErasure = (trx: Trx, id: number, { terms, found, ...rest }: Partial<Erasure>) =>
  trx
    .updateTable('erasure')
    .set({
      ...rest,
      ...(terms !== undefined && { terms: terms && JSON.stringify(terms) }),
      ...(found !== undefined && { found: JSON.stringify(found) }),
    })
    .where('id', '=', id)
    .execute();

export const mergeTerms = (known: ErasureTerms, ...more: Partial<Record<keyof ErasureTerms, readonly unknown[]>>[]) =>
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
export const hasPendingFiles = (db: Db, since: Date) =>
  hasRows(db)`
    select from export_job where status in ('PENDING', 'RUNNING') and created_at <= ${since}
    union all
    select from block_list_load where status = 'RUNNING' and created_at <= ${since} limit 1`;

/** Loads that still run, or whose tables and files still exist. */
export const hasRunningLoads = (db: Db, loads: readonly number[]) =>
  hasRows(db)`
    select from audience_load where id = any(${[...loads]}::int[]) and (working or status = 'RUNNING'
      or exists (select from audience_load_file where load_id = id and file_key is not null)) limit 1`;

export const listErasureRequests = (db: Db, personId: number) =>
  selectRows<{ id: number; receivedOn: string; isIdentified: boolean; keepsBlock: boolean }>(db)`
    select id, received_on, identified_by is not null as is_identified, kinds @> array['OPOSICION'] as keeps_block
    from data_request where person_id = ${personId} and state = 'ABIERTO' and kinds @> array['SUPRESION']
    order by id`;

export const listRequestsOf = (db: Db, personIds: readonly number[]) =>
  selectColumn<number>(db)`select id from data_request where person_id = any(${[...personIds]}::bigint[])`;

/** Clears answered requests of erased persons, and those of others that name them. */
export const clearAnsweredRequests = (trx: Trx): Promise<number> =>
  clearRequests(
    trx,
    sql`(names_erased or exists (select from erasure where erasure.person_id = data_request.person_id)
      or person_id::text in ${CHOSEN_PERSONS})`,
  );
