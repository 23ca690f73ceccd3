import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { sql } from 'kysely';
import { visibleTo, type Viewer } from '../../call-store/reach.ts';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { statusAt } from '../campaigns/stage.queries.ts';

interface NumberCampaign {
  id: number;
  name: string;
  objectiveName: string;
  status: CampaignStatus;
  startDate: Date;
  endDate: Date;
}

/** Those of these campaigns that the viewer may see, newest first. */
export async function selectCampaigns(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
  now: Date,
): Promise<NumberCampaign[]> {
  const { rows } = await sql<NumberCampaign>`
    select campaign.id, campaign.name, objective.name as objective_name, ${statusAt(now)} as status, campaign.start_date,
      campaign.end_date
    from campaign join objective on objective.id = campaign.objective_id
    where campaign.id = any(${[...ids]}::int[]) and ${visibleTo(viewer)}
    order by campaign.start_date desc, campaign.id desc`.execute(db);
  return rows;
}

interface Reading {
  userId: number;
  number: number;
  now: Date;
  /** Readings before this moment no longer count. */
  since: Date;
  /** Counting stops one above it, because the exact number above the limit is not needed. */
  limit: number;
}

/** Stores that the user opened this contact, and returns how many different ones since `since`, this one included. */
export async function noteReading(db: Db, { userId, number, now, since, limit }: Reading): Promise<number> {
  const { rows } = await sql<{ others: number }>`${prepared}
    with noted as (
      insert into contact_reading (user_id, number, at) values (${userId}, ${number}, ${now})
      on conflict (user_id, number) do update set at = excluded.at)
    select count(*)::int as others from (
      select from contact_reading
      where user_id = ${userId} and number <> ${number} and at > ${since} limit ${limit}::int) other`.execute(db);
  return (rows[0]?.others ?? 0) + 1;
}
