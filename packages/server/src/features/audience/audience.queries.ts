import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { statusAt, visibleTo, type Viewer } from '../campaigns/campaigns.queries.ts';

const selectAudience = (db: Db | Trx, now: Date) =>
  db
    .selectFrom('campaign')
    .select([
      'campaign.id',
      'campaign.name',
      'campaign.external',
      'campaign.idLo',
      'campaign.idHi',
      'campaign.nextPosition',
    ])
    .select(statusAt(now).as('status'));

/** A campaign as far as its audience is concerned, or undefined outside the viewer's reach (SEC-26). */
export const findAudience = (db: Db | Trx, viewer: Viewer, id: number, now: Date) =>
  selectAudience(db, now)
    .where('campaign.id', '=', sql<number>`${id}::bigint`)
    .where(visibleTo(viewer))
    .executeTakeFirst();
export type Audience = NonNullable<Awaited<ReturnType<typeof findAudience>>>;

/** A load is under way, or ended after this moment. */
export async function hasLoadSince(db: Db, moment: Date): Promise<boolean> {
  const load = await db
    .selectFrom('audienceLoad')
    .select('id')
    .where((eb) =>
      eb.or([eb.and([eb('status', '=', 'RUNNING'), eb('working', '=', true)]), eb('finishedAt', '>', moment)]),
    )
    .limit(1)
    .executeTakeFirst();
  return load !== undefined;
}

const LARGE_MAX = 20;
/** Those of more than so many calls that are under way, in which a call has changed last first (call_edit, migration 0165). */
export const listLarge = (db: Db, moreThan: number, now: Date): Promise<Audience[]> =>
  selectAudience(db, now)
    .where('campaign.nextPosition', '>', moreThan)
    .where('campaign.status', 'not in', ['CARGANDO AUDIENCIA', 'FINALIZANDO', 'FINALIZADA'])
    .orderBy(
      (eb) =>
        eb
          .selectFrom('callEdit')
          .select('callEdit.xid')
          .whereRef('callEdit.campaignId', '=', 'campaign.id')
          .orderBy('callEdit.xid', 'desc')
          .limit(1),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('campaign.id', 'desc')
    .limit(LARGE_MAX)
    .execute();
