import { asBigint, type Db, fullName, hasRows, isClosed, run, selectRows, sql, type Trx } from '../../db/index.ts';
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
    .where(sql<boolean>`block_list_load.id in (select max(id) from block_list_load group by list_id)`)
    .execute();
  const lastOf = new Map(loads.map((load) => [load.listId, load]));
  // A list is created with its first load.
  return lists.map((list) => ({ list, load: lastOf.get(list.id)! }));
}

export async function lockList(trx: Trx, id: number): Promise<ListRecord | undefined> {
  await sql`select from block_list where id = ${id}::bigint for update`.execute(trx);
  return findList(trx, id);
}

export const isLoading = (trx: Trx, listId: number) =>
  hasRows(trx)`select from block_list_load where list_id = ${asBigint(listId)} and status = 'RUNNING' limit 1`;

export const selectListedCampaigns = (db: Db | Trx) =>
  selectRows<{ id: number }>(db)`select id from campaign where obeys_lists and not ${isClosed()} order by id`;

export const listAttempts = attemptsOf('blockListLoad', { read: 0, rejected: 0 });
export type RunningList = WorkRow<'blockListLoad'>;

export const deleteRejectedLines = (db: Db | Trx, loadId: number) =>
  run(db)`delete from block_list_rejected where load_id = ${loadId}`;

export const selectRejected = (db: Db, loadId: number, after: number, limit: number) =>
  selectRows<{ line: number; reason: string; content: string }>(db)`
    select line, reason, content from block_list_rejected
    where load_id = ${loadId} and line > ${after} order by line limit ${limit}`;

/** Loads that ended and whose file is still stored. */
export const selectListFilesToRemove = (db: Db, loadId: number | null) =>
  selectRows<{ id: number; status: string; fileKey: string }>(db)`
    select id, status, file_key from block_list_load
    where status <> 'RUNNING' and file_key is not null and (${loadId}::int is null or id = ${loadId}) order by id`;

export async function markListFileRemoved(db: Db, { id, status }: { id: number; status: string }): Promise<void> {
  // A cancelled load keeps no rejected lines either.
  if (status === 'CANCELLED') await deleteRejectedLines(db, id);
  await run(db)`update block_list_load set file_key = null where id = ${id}`;
}
