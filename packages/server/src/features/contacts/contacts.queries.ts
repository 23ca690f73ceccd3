import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { callsNumber, type Viewer, visibleTo } from '../../call-store/reach.ts';
import { type Db, selectRows } from '../../db/index.ts';
import { statusAt } from '../campaigns/status/stage.queries.ts';

export const selectCampaignsOfNumber = (db: Db, viewer: Viewer, number: number, now: Date) =>
  selectRows<{
    id: number;
    name: string;
    objectiveName: string;
    status: CampaignStatus;
    startDate: Date;
    endDate: Date;
  }>(db)`
    select campaign.id, campaign.name, objective.name as objective_name, ${statusAt(now)} as status, campaign.start_date,
      campaign.end_date
    from campaign join objective on objective.id = campaign.objective_id
    where ${callsNumber(number)} and ${visibleTo(viewer)}
    order by campaign.start_date desc, campaign.id desc`;
