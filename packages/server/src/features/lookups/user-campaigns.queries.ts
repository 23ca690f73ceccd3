import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { statusAt } from '../campaigns/campaigns.queries.ts';

export const findUserId = (db: Db, userId: number) =>
  db
    .selectFrom('appUser')
    .select('id')
    // Ids come from outside and may be larger than the column: compared wide, they just match nothing.
    .where('id', '=', sql<number>`${userId}::bigint`)
    .executeTakeFirst();

/** Of these campaigns, what a list of them names. */
export const selectCampaignNames = (db: Db, ids: readonly number[], now: Date) =>
  db
    .selectFrom('campaign')
    .select(['id', 'name', statusAt(now).as('status')])
    .where('id', 'in', ids)
    .execute();
