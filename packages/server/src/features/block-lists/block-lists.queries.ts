import { sql, type Insertable } from 'kysely';
import { asBigint, type Db, fullName, isClosed, type Trx } from '../../db/index.ts';
import type { BlockListLoad } from '../../db/schema.gen.ts';
import { attemptsOf, type WorkRow } from '../../work/attempts.ts';

const loadRows = (db: Db | Trx) =>
  db
    .selectFrom('blockListLoad')
    .innerJoin('appUser', 'appUser.id', 'blockListLoad.createdBy')
    .selectAll('blockListLoad')
    .select(fullName().as('userName'));
export const findListLoad = (db: Db | Trx, id: number) =>
  loadRows(db).where('blockListLoad.id', '=', asBigint(id)).executeTakeFirst();
export type ListLoadRecord = NonNullable<Awaited<ReturnType<typeof findListLoad>>>;

/** Newest first. */
export const selectListLoads = (db: Db, listId: number, limit: number): Promise<ListLoadRecord[]> =>
  loadRows(db)
    .where('blockListLoad.listId', '=', asBigint(listId))
    .orderBy('blockListLoad.id', 'desc')
    .limit(limit)
    .execute();

const listRows = (db: Db | Trx) =>
  db
    .selectFrom('blockList')
    .leftJoin('appUser', 'appUser.id', 'blockList.loadedBy')
    .selectAll('blockList')
    .select(sql<string | null>`case when app_user.id is not null then ${fullName()} end`.as('loadedBy'))
    .where('blockList.removedAt', 'is', null);

export const findList = (db: Db | Trx, id: number) =>
  listRows(db).where('blockList.id', '=', asBigint(id)).executeTakeFirst();
export type ListRecord = NonNullable<Awaited<ReturnType<typeof findList>>>;

/** All lists that were not removed, by name, with their last load. */
export async function selectLists(db: Db): Promise<{ list: ListRecord; load: ListLoadRecord }[]> {
  const lists = await listRows(db)
    .orderBy(sql`fold(block_list.name)`)
    .orderBy('blockList.id')
    .execute();
  const loads = await loadRows(db)
    .where('blockListLoad.id', 'in', (eb) =>
      eb
        .selectFrom('blockListLoad')
        .select((last) => last.fn.max('id').as('id'))
        .groupBy('listId'),
    )
    .execute();
  const lastOf = new Map(loads.map((load) => [load.listId, load]));
  // A list is created with its first load.
  return lists.map((list) => ({ list, load: lastOf.get(list.id)! }));
}

export async function lockList(trx: Trx, id: number): Promise<ListRecord | undefined> {
  await sql`select from block_list where id = ${id}::bigint for update`.execute(trx);
  return findList(trx, id);
}

export const isLoading = async (trx: Trx, listId: number): Promise<boolean> =>
  (await trx
    .selectFrom('blockListLoad')
    .select('id')
    .where('listId', '=', asBigint(listId))
    .where('status', '=', 'RUNNING')
    .executeTakeFirst()) !== undefined;

export async function insertListLoad(trx: Trx, values: Insertable<BlockListLoad>): Promise<number> {
  const { id } = await trx.insertInto('blockListLoad').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Open campaigns that are not exempt from the lists. */
export const selectListedCampaigns = (db: Db | Trx) =>
  db
    .selectFrom('campaign')
    .select('id')
    .where('obeysLists', '=', true)
    .where((eb) => eb.not(isClosed()))
    .orderBy('id')
    .execute();

export const listAttempts = attemptsOf('blockListLoad', { read: 0, rejected: 0 });
export type RunningList = WorkRow<'blockListLoad'>;

export const deleteRejectedLines = (db: Db | Trx, loadId: number) =>
  db.deleteFrom('blockListRejected').where('loadId', '=', loadId).execute();

export const selectRejected = (db: Db, loadId: number, after: number, limit: number) =>
  db
    .selectFrom('blockListRejected')
    .select(['line', 'reason', 'content'])
    .where('loadId', '=', loadId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();

/** Loads that ended and whose file is still stored. */
export const selectListFilesToRemove = (db: Db, loadId?: number) =>
  db
    .selectFrom('blockListLoad')
    .select(['id', 'status', 'fileKey'])
    .where('status', '<>', 'RUNNING')
    .where('fileKey', 'is not', null)
    .$if(loadId !== undefined, (query) => query.where('id', '=', loadId!))
    .orderBy('id')
    .execute();

export async function markListFileRemoved(db: Db, { id, status }: { id: number; status: string }): Promise<void> {
  // A cancelled load keeps no rejected lines either.
  if (status === 'CANCELLED') await deleteRejectedLines(db, id);
  await db.updateTable('blockListLoad').set({ fileKey: null }).where('id', '=', id).execute();
}
