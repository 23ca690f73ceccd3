import { type Db, hasRows, selectColumn, selectValue, sql, type Trx } from '../../db/index.ts';
import { attemptsOf, type Attempt } from '../../work/attempts.ts';

export const findLoad = (db: Db, loadId: number, attempt: number) =>
  db
    .selectFrom('audienceLoad as load')
    .innerJoin('campaign', 'campaign.id', 'load.campaignId')
    .select([
      'load.id',
      'load.attempt',
      'load.campaignId',
      'load.source',
      'load.sourceId',
      'load.sourceFilters',
      'load.excludeCalledDays',
    ])
    .select(['load.excludeActive', 'load.dropPlaces', 'load.createdBy', 'campaign.external', 'campaign.obeysLists'])
    .select(['campaign.block', 'campaign.idLo', 'campaign.idHi', 'campaign.nextPosition'])
    .select((load) =>
      load.exists(load.selectFrom('sample').whereRef('sample.campaignId', '=', 'campaign.id')).as('hasSample'),
    )
    .where('load.id', '=', loadId)
    .where('load.attempt', '=', attempt)
    .where('load.status', '=', 'RUNNING')
    .executeTakeFirst();
export type RunningLoad = NonNullable<Awaited<ReturnType<typeof findLoad>>>;

export const currentLoads = attemptsOf('audienceLoad', {});

/** False if the load was cancelled or taken over. */
export const lockRunningLoad = (trx: Trx, { id, attempt }: Attempt): Promise<boolean> =>
  hasRows(trx)`select from audience_load where id = ${id} and attempt = ${attempt} and status = 'RUNNING' for update`;

/** Returns and clears the saved numbers. */
export const popStaleNumbers = (trx: Trx, loadId: number): Promise<number[]> =>
  selectColumn<number>(trx)`
    with saved as (
      select id, stale_numbers from audience_load where id = ${loadId} and stale_numbers <> '{}' for update
    ), cleared as (
      update audience_load set stale_numbers = '{}' from saved where audience_load.id = saved.id
    )
    select unnest(stale_numbers) as number from saved`;

export const takeBlock = (db: Db, kind: 'small' | 'large') =>
  selectValue<number>(db)`select nextval(${sql.lit(`${kind}_block`)}) as block`;

/** A block in a shared partition, for a campaign's first small load. */
export async function takeSharedBlock(db: Db): Promise<number> {
  const block = await takeBlock(db, 'small');
  await sql`select ensure_shared_call_leaf()`.execute(db);
  return block;
}
