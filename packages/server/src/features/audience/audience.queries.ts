import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { statusAt, visibleTo, type Viewer } from '../campaigns/campaigns.queries.ts';

/** A campaign as far as its audience is concerned, or undefined outside the viewer's reach (SEC-26). */
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
    .where('campaign.id', '=', sql<number>`${id}::bigint`)
    .where(visibleTo(viewer))
    .executeTakeFirst();
export type Audience = NonNullable<Awaited<ReturnType<typeof findAudience>>>;
