import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ActionsMenu, type MenuAction } from '../../../components/actions-menu.tsx';
import { IconArrowsShuffle, IconChartBar, IconEye, IconUpload, IconUsersGroup } from '../../../components/icons.ts';
import type { AddressFilters } from '../../../features/audience/audience-address.ts';
import { PlaceFields } from '../../../features/locations/components/place-fields.tsx';
import type { AudienceLinks } from '../../audience-links.ts';
import { useAudienceChoices, type Progress } from './use-audience-choices.ts';

const SegmentFlow = lazy(async () => ({
  default: (await import('../../../features/audience/components/segment/segment-flow.tsx')).SegmentFlow,
}));
const RebalanceDialog = lazy(async () => ({
  default: (await import('../../../features/audience/components/segment/rebalance-dialog.tsx')).RebalanceDialog,
}));

interface DetailActionsProps {
  campaign: CampaignDetail;
  listFilters: AddressFilters;
  progress: Progress | undefined;
  /** Managing roles, while the campaign is not finished (spec 2). */
  mayManage: boolean;
  /** For whoever may load, under the same condition. */
  assignPath: string | undefined;
  links: AudienceLinks;
}

/** The one filled action, Segmentar or Asignar (decisions 4), and the page's menu. */
export function DetailActions({ campaign, listFilters, progress, mayManage, assignPath, links }: DetailActionsProps) {
  const [open, setOpen] = useState<'segment' | 'rebalance'>();
  const { choices, tree } = useAudienceChoices(campaign, progress, {
    operators: false,
    places: open === 'segment',
  });
  const close = () => setOpen(undefined);
  const actions: (MenuAction | false | undefined)[] = [
    assignPath !== undefined && { label: 'Cargar más audiencia', icon: IconUpload, run: assignPath },
    mayManage && { label: 'Rebalancear', icon: IconUsersGroup, run: () => setOpen('rebalance') },
    links.view && { label: 'Ver campaña', icon: IconEye, run: links.view(campaign.id) },
    links.statistics &&
      campaign.status !== 'PENDIENTE' && {
        label: 'Ver Estadísticas',
        icon: IconChartBar,
        run: links.statistics(campaign.id),
      },
  ];
  return (
    <>
      {mayManage && !campaign.assigned && (
        <Button
          variant="contained"
          aria-haspopup="dialog"
          startIcon={<IconArrowsShuffle size={18} stroke={1.75} aria-hidden />}
          onClick={() => setOpen('segment')}
        >
          Segmentar
        </Button>
      )}
      {mayManage && campaign.assigned && assignPath && (
        <Button
          variant="contained"
          component={Link}
          to={assignPath}
          startIcon={<IconUpload size={18} stroke={1.75} aria-hidden />}
        >
          Asignar
        </Button>
      )}
      <ActionsMenu actions={actions.filter((action) => typeof action === 'object')} />
      <Suspense fallback={null}>
        {open === 'segment' && (
          <SegmentFlow
            campaign={campaign}
            listFilters={listFilters}
            choices={choices}
            renderPlace={(place, onChange) => <PlaceFields dense tree={tree} place={place} onChange={onChange} />}
            onClose={close}
          />
        )}
        {open === 'rebalance' && <RebalanceDialog campaign={campaign} onClose={close} />}
      </Suspense>
    </>
  );
}
