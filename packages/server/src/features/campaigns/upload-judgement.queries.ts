import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { visibleTo, type Viewer } from '../../call-store/reach.ts';
import { statusAt } from './campaigns.queries.ts';

/** The status that counts at this moment; undefined outside the viewer's reach. */
export const findVisibleStatus = async (db: Db, viewer: Viewer, campaignId: number, now: Date) =>
  (
    await db
      .selectFrom('campaign')
      .select(statusAt(now).as('status'))
      .where('campaign.id', '=', sql<number>`${campaignId}::bigint`)
      .where(visibleTo(viewer))
      .executeTakeFirst()
  )?.status;

export const isStoredKey = async (db: Db, userId: number, key: string): Promise<boolean> =>
  (await db
    .selectFrom('idempotencyKey')
    .select('key')
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()) !== undefined;
