import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { statusAt, visibleTo, type Viewer } from '../campaigns/campaigns.queries.ts';

/**
 * A campaign as far as its audience is concerned, or undefined outside the viewer's reach (SEC-26). `stamp` changes with
 * anything that a filter looks at (migration 0130): what was counted under one stamp is true as long as it is the same.
 */
export const findAudience = (db: Db | Trx, viewer: Viewer, id: number, now: Date) =>
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
    .select(statusAt(now).as('status'))
    .select(
      sql<string>`campaign.next_position || ':' || (
        select coalesce(sum(call_stamp.n), 0) from call_stamp where call_stamp.campaign_id = campaign.id)`.as('stamp'),
    )
    .where('campaign.id', '=', sql<number>`${id}::bigint`)
    .where(visibleTo(viewer))
    .executeTakeFirst();
export type Audience = NonNullable<Awaited<ReturnType<typeof findAudience>>>;
