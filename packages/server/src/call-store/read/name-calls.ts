import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isVisiblePerson, personName, visibleTo, type Viewer } from '../reach.ts';

interface NamedCall {
  id: number;
  number: number;
  campaignId: number;
  campaignName: string;
  /** Null when the number has no name, or the viewer may not see the person. */
  personName: string | null;
}

/** What a page of records names by ids alone. */
export async function nameCalls(
  db: Db,
  viewer: Viewer,
  ids: { calls: readonly number[]; persons?: readonly number[] },
) {
  const [calls, persons] = await Promise.all([
    selectCalls(db, viewer, ids.calls),
    selectPersons(db, viewer, ids.persons ?? []),
  ]);
  return { calls, persons };
}

/** Whom these calls are to and in which campaign, of those within the viewer's reach. */
async function selectCalls(db: Db, viewer: Viewer, ids: readonly number[]): Promise<NamedCall[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NamedCall>`
    select call.id, call.number, campaign.id as campaign_id, campaign.name as campaign_name, nullif(${personName}, '') as person_name
    from call join campaign on campaign.id = call.campaign_id
    left join person on person.id = call.person_id and ${isVisiblePerson(viewer)}
    where call.id = any(${[...ids]}::bigint[]) and ${visibleTo(viewer)}`.execute(db);
  return rows;
}

/** The names of these persons, of those the viewer may see. */
async function selectPersons(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<{ id: number; name: string | null }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; name: string | null }>`
    select person.id, nullif(${personName}, '') as name from person
    where person.id = any(${[...ids]}::bigint[]) and ${isVisiblePerson(viewer)}`.execute(db);
  return rows;
}
