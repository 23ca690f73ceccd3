import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isVisiblePerson, personName } from '../calls/history.queries.ts';
import type { Viewer } from '../campaigns/campaigns.queries.ts';
import { inCampaign, type Range } from './narrowing.queries.ts';

export interface AudienceRecord {
  id: number;
  number: number;
  /** Empty when the viewer may not see the person. */
  name: string;
  stateId: number;
  stateName: string;
  stateColor: string;
  substateName: string | null;
  userName: string | null;
  callCount: number;
  blocked: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** The rows of a page whose ids are known, in that order. */
export async function selectRows(
  db: Db,
  viewer: Viewer,
  range: Range,
  ids: readonly number[],
): Promise<AudienceRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AudienceRecord>`
    select call.id, call.number, call.state_id, state.name as state_name, state.color as state_color,
      substate.name as substate_name, trim(u.first_name || ' ' || u.last_name) as user_name, call.call_count, call.blocked,
      coalesce(${personName}, '') as name,
      call.created_at, call.updated_at
    from call
    join state on state.id = call.state_id
    left join person on person.id = call.person_id and ${isVisiblePerson(viewer)}
    left join substate on substate.id = call.substate_id
    left join app_user u on u.id = call.operator_id
    where ${inCampaign(range)} and call.id = any(${[...ids]}::bigint[])`.execute(db);
  const place = new Map(ids.map((id, index) => [id, index]));
  return rows.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
}
