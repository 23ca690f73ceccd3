import { FOUND_CALLS_MAX } from '@campanero/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import { visibleTo, type Viewer } from '../campaigns/campaigns.queries.ts';
import { isVisiblePerson, personName } from './history.queries.ts';

const DIGITS = 10;

export interface FoundCall {
  callId: number;
  campaignId: number;
  campaignName: string;
  number: number;
  name: string;
  stateName: string;
  stateColor: string;
  userName: string | null;
  lastCallAt: Date | null;
}

/** Numbers that begin with the digits: a range of each leaf's index by number, whatever the size of the audience. */
export const startingWith = (digits: string): RawBuilder<unknown> => {
  const rest = 10 ** (DIGITS - digits.length);
  return sql`call.number >= ${Number(digits) * rest} and call.number < ${(Number(digits) + 1) * rest}`;
};
/** Numbers that end with them: by the index on the last four. */
export const endingWith = (digits: string): RawBuilder<unknown> =>
  sql`call.number % 10000 = ${Number(digits.slice(-4))} and call.number % ${10 ** digits.length} = ${Number(digits)}`;

/** Campaigns that can still be called come first, then the newest: sorted before the limit, or it would cut those off. */
export async function selectFound(db: Db, viewer: Viewer, matches: RawBuilder<unknown>): Promise<FoundCall[]> {
  const { rows } = await sql<FoundCall>`
    with found as (
      select call.id, call.campaign_id, campaign.name as campaign_name, campaign.status, call.number, call.person_id,
        call.state_id, call.operator_id, call.last_at
      from call join campaign on campaign.id = call.campaign_id
      where ${matches} and ${visibleTo(viewer)}
      order by campaign.status in ('FINALIZANDO', 'FINALIZADA'), call.campaign_id desc, call.id
      limit ${FOUND_CALLS_MAX}
    )
    select found.id as call_id, found.campaign_id, found.campaign_name, found.number, coalesce(${personName}, '') as name,
      state.name as state_name, state.color as state_color, found.last_at as last_call_at,
      nullif(trim(app_user.first_name || ' ' || app_user.last_name), '') as user_name
    from found
    join state on state.id = found.state_id
    left join app_user on app_user.id = found.operator_id
    left join person on person.id = found.person_id and ${isVisiblePerson(viewer)}
    order by found.status in ('FINALIZANDO', 'FINALIZADA'), found.campaign_id desc, found.id`.execute(db);
  return rows;
}
