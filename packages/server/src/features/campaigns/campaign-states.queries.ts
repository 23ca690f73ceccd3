import type { CampaignState } from '@campanero/contract/campaigns/detail-schemas';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isNotSystemState } from './choices.queries.ts';

/** States with the substates an outcome may name; a disabled substate is no longer offered. */
async function selectStates(db: Db, where: RawBuilder<unknown>): Promise<CampaignState[]> {
  const { rows } = await sql<CampaignState>`
    select state.id, state.name, state.color, state.disable, coalesce(
      (select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name collate "es-x-icu", s.id)
        from state_substate m join substate s on s.id = m.substate_id
        where m.state_id = state.id and not s.disable), '[]') as substates
    from state where ${where}
    order by state.name collate "es-x-icu", state.id`.execute(db);
  return rows;
}

const isOf = (campaignId: number) =>
  sql`state.id in (select state_id from campaign_state where campaign_id = ${campaignId})`;

export const selectCampaignStates = (db: Db, campaignId: number) => selectStates(db, isOf(campaignId));

/** What the Estados tab offers to add: enabled, and none that only the system sets. */
export const selectUnassociatedStates = (db: Db, campaignId: number) =>
  selectStates(db, sql`not state.disable and ${isNotSystemState} and not ${isOf(campaignId)}`);
