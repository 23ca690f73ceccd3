import { sql } from 'kysely';
import type { ErasedWords } from '../../call-store/write/index.ts';
import type { Db, Trx } from '../../db/client.ts';
import { emptyRequests } from '../personal-data/requests.queries.ts';

/** How many of each kind were found; kinds without any are left out. */
export type CopyCounts = Record<string, number>;

/** In this order; each may be repeated after a crash. */
const STEPS = ['PERSON', 'COPIES', 'AUDIT', 'LOADS', 'DONE'] as const;
type Step = (typeof STEPS)[number];

export interface Erasure {
  id: number;
  personId: number;
  requestId: number | null;
  keepBlock: boolean;
  step: Step;
  terms: ErasedWords | null;
  found: CopyCounts;
  loads: number[];
  requestedBy: number | null;
  createdAt: Date;
  finishedAt: Date | null;
}

const select = (db: Db | Trx) => db.selectFrom('erasure').selectAll();
const asErasure = (row: object | undefined) => row as Erasure | undefined;

export const findErasure = async (db: Db | Trx, id: number) =>
  asErasure(await select(db).where('id', '=', id).executeTakeFirst());

/** Held until the end of the transaction: two runs of the job do not do the same step at once. */
export const lockErasure = async (trx: Trx, id: number) =>
  asErasure(await select(trx).where('id', '=', id).forUpdate().executeTakeFirst());

/** The newest of a person. */
export const findErasureOf = async (db: Db | Trx, personId: number) =>
  asErasure(await select(db).where('personId', '=', personId).orderBy('id', 'desc').limit(1).executeTakeFirst());

export const listUnfinished = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('erasure').select('id').where('finishedAt', 'is', null).orderBy('id').execute()).map(
    ({ id }) => id,
  );

const NOBODY: ErasedWords = {
  personIds: [],
  callIds: [],
  names: [],
  documents: [],
  emails: [],
  numbers: [],
  sharedNumbers: [],
  orionIds: [],
  identities: [],
};

/** Undefined: another erasure of that person is under way. */
export async function insertErasure(
  trx: Trx,
  erasure: Pick<Erasure, 'personId' | 'requestId' | 'keepBlock' | 'requestedBy' | 'createdAt'>,
): Promise<number | undefined> {
  const row = await trx
    .insertInto('erasure')
    .values({ ...erasure, terms: JSON.stringify(NOBODY) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updateErasure(
  trx: Trx,
  id: number,
  change: Partial<Pick<Erasure, 'step' | 'keepBlock' | 'terms' | 'found' | 'loads' | 'finishedAt'>>,
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

/** What both know, each value once. */
export const unite = (a: ErasedWords, b: ErasedWords): ErasedWords =>
  Object.fromEntries(
    Object.entries(a).map(([name, values]) => [
      name,
      [...new Set<unknown>([...values, ...b[name as keyof ErasedWords]])],
    ]),
  ) as unknown as ErasedWords;

export const addCounts = (a: CopyCounts, b: CopyCounts): CopyCounts => {
  const sum = { ...a };
  for (const [name, count] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
};

/** Exports and block lists that were asked for before the erasure and are still being made or read may hold the person. */
export async function isFileUnderWay(db: Db, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from export_job where status in ('PENDING', 'RUNNING') and created_at <= ${since}
    union all
    select from block_list_load where status = 'RUNNING' and created_at <= ${since} limit 1`.execute(db);
  return rows.length > 0;
}

/** Loads of which a process is still working, or whose tables and files have not gone yet. */
export async function isLoadAtWork(db: Db, loads: readonly number[]): Promise<boolean> {
  if (loads.length === 0) return false;
  const { rows } = await sql`
    select from audience_load where id = any(${[...loads]}::int[]) and (working or status = 'RUNNING'
      or exists (select from audience_load_file where load_id = id and file_key is not null)) limit 1`.execute(db);
  return rows.length > 0;
}

/** The open requests of erasure of a person. */
export async function listErasureRequests(db: Db, personId: number) {
  const { rows } = await sql<{ id: number; receivedOn: string; isIdentified: boolean; keepsBlock: boolean }>`
    select id, received_on, identified_by is not null as is_identified, kinds @> array['OPOSICION'] as keeps_block
    from data_request where person_id = ${personId} and state = 'ABIERTO' and kinds @> array['SUPRESION']
    order by id`.execute(db);
  return rows;
}

/** Whose browsers may hold something that was typed about the person. */
export async function listSignedIn(trx: Trx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select distinct user_id from session where ended_at is null and expires_at > ${now}`.execute(trx);
  return rows.map(({ userId }) => userId);
}

/** All requests of these persons. */
export const listRequestsOf = async (db: Db, personIds: readonly number[]): Promise<number[]> =>
  (
    await db
      .selectFrom('dataRequest')
      .select('id')
      .where('personId', '=', sql<number>`any(${[...personIds]}::bigint[])`)
      .execute()
  ).map(({ id }) => id);

/** What answered requests of erased persons say of them. */
export const emptyAnsweredRequests = (trx: Trx): Promise<number> =>
  emptyRequests(trx, sql`exists (select from erasure where erasure.person_id = data_request.person_id)`);
