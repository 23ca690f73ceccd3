import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { AudienceList, type RowsProps } from '../../../features/audience/list/audience-list.tsx';
import { type Progress, useAudienceChoices } from './use-audience-choices.tsx';

export interface AudiencePartProps extends RowsProps {
  campaign: CampaignDetail;
  progress: Progress | undefined;
}

/** The table for whoever sees the whole audience. */
export function FullAudience({ campaign, progress, ...rows }: AudiencePartProps) {
  const { needs } = rows.list;
  const choices = useAudienceChoices(campaign, progress, {
    operators: needs('operatorId'),
    places: needs('districtId'),
  });
  return <AudienceList {...rows} choices={choices} figures={progress} />;
}
