import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { campaigns } from '@campanero/contract/campaigns/endpoints';
import type { Reply } from '@campanero/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../../components/action-button.tsx';
import { IconArrowsShuffle, IconChartBar, IconEye, IconUpload, IconUsersGroup } from '../../../../components/icons.ts';
import { later } from '../../../../components/later.tsx';
import { ActionsMenu, type MenuAction } from '../../../../components/page/actions-menu.tsx';
import type {
  AddressFilters,
  AudienceChoices,
  StateChoice,
} from '../../../../features/audience/list/audience-filters.ts';
import { assignedQuery } from '../../../../features/audience/segment/api.ts';
import { PlaceFields, placeName } from '../../../../features/locations/place-fields.tsx';
import { locationsQuery } from '../../../../features/lookups/api.ts';
import { paths } from '../../../pages.ts';

const SegmentFlow = later(() =>
  import('../../../../features/audience/segment/segment-flow.tsx').then((m) => m.SegmentFlow),
);
const RebalanceDialog = later(() =>
  import('../../../../features/audience/segment/rebalance-dialog.tsx').then((m) => m.RebalanceDialog),
);

interface DetailActionsProps {
  campaign: CampaignDetail;
  listFilters: AddressFilters;
  progress: Progress | undefined;
  /** For managing roles while the campaign is not closed. */
  mayManage: boolean;
  /** For users with audience.load while the campaign is not closed. */
  assignPath: string | undefined;
  /** Why the actions are disabled. */
  waitsFor: string | undefined;
}

/** The contained button, Segmentar or Asignar (rule campaign-life/assigned), and the menu of the page. */
export function DetailActions(props: DetailActionsProps) {
  const { campaign, listFilters, progress, mayManage, assignPath, waitsFor } = props;
  const [open, setOpen] = useState<'segment' | 'rebalance'>();
  const choices = useAudienceChoices(campaign, progress, { operators: false, places: open === 'segment' });
  const close = () => setOpen(undefined);
  const actions: (MenuAction | false | undefined)[] = [
    assignPath !== undefined && { label: 'Cargar más audiencia', icon: IconUpload, run: assignPath, waitsFor },
    mayManage && { label: 'Rebalancear', icon: IconUsersGroup, run: () => setOpen('rebalance'), waitsFor },
    { label: 'Ver campaña', icon: IconEye, run: paths.campaign(campaign.id) },
    campaign.status !== 'PENDIENTE' && {
      label: 'Ver Estadísticas',
      icon: IconChartBar,
      run: paths.campaignStatistics(campaign.id),
    },
  ];
  return (
    <>
      {mayManage && !campaign.assigned && (
        <ActionButton
          variant="contained"
          aria-haspopup={waitsFor ? undefined : 'dialog'}
          icon={IconArrowsShuffle}
          reason={waitsFor}
          onClick={() => setOpen('segment')}
        >
          Segmentar
        </ActionButton>
      )}
      {mayManage && campaign.assigned && assignPath && (
        <ActionButton variant="contained" icon={IconUpload} reason={waitsFor} to={assignPath}>
          Asignar
        </ActionButton>
      )}
      <ActionsMenu actions={actions.filter((action) => typeof action === 'object')} />
      {open === 'segment' && (
        <SegmentFlow campaign={campaign} listFilters={listFilters} choices={choices} onClose={close} />
      )}
      {open === 'rebalance' && <RebalanceDialog campaign={campaign} onClose={close} />}
    </>
  );
}

export type Progress = Reply<typeof campaigns.progress>;

/** All states that a call of the campaign may have, including those set by the system. */
export function audienceStates(campaign: CampaignDetail, progress: Progress | undefined): readonly StateChoice[] {
  const seen = progress?.states ?? [];
  const own = campaign.states.filter(({ id }) => !seen.some((state) => state.id === id));
  return [...seen, ...own].map(({ id, name }) => ({
    id,
    name,
    substates: campaign.states.find((state) => state.id === id)?.substates ?? [],
  }));
}

export function useAudienceChoices(
  campaign: CampaignDetail,
  progress: Progress | undefined,
  needs: { operators: boolean; places: boolean },
): AudienceChoices {
  const assigned = useQuery({ ...assignedQuery(campaign.id), enabled: needs.operators });
  const tree = useQuery({ ...locationsQuery(), enabled: needs.places });
  return {
    states: audienceStates(campaign, progress),
    // Includes operators who left the campaign and still have calls in it.
    operators: assigned.data?.operators ?? (assigned.isError ? campaign.operators : undefined),
    placeName: (place) => placeName(tree.data, place),
    renderPlace: (place, onChange) => <PlaceFields dense isFilter tree={tree.data} place={place} onChange={onChange} />,
  };
}
