import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isClosed } from '@campanero/contract/campaigns/status';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ActionButton } from '../../../../components/action-button.tsx';
import {
  IconArrowsShuffle,
  IconBroadcast,
  IconChartBar,
  IconDice,
  IconEye,
  IconUpload,
  IconUsersGroup,
  IconUsersPlus,
} from '../../../../components/icons.ts';
import { later } from '../../../../components/later.tsx';
import { ActionsMenu, type MenuAction } from '../../../../components/page/actions-menu.tsx';
import { wireQuery } from '../../../../features/audience/list/audience-filters.ts';
import { AudienceList, type RowsProps, useAudienceList } from '../../../../features/audience/list/audience-list.tsx';
import { OperatorList } from '../../../../features/audience/list/operator-list.tsx';
import { SegmentationBar } from '../../../../features/audience/segment/segmentation-bar.tsx';
import { BEING_PROCESSED, WAITS_FOR_LOAD } from '../../../../features/audience/texts.ts';
import { campaignQuery, progressQuery } from '../../../../features/campaigns/api.ts';
import { CampaignHeader } from '../../../../features/campaigns/campaign-header.tsx';
import { ScriptButton } from '../../../../features/campaigns/script-row.tsx';
import { FormCapacityLine } from '../../../../features/forms/form-capacity.tsx';
import { useHasSpace } from '../../../../lib/browser/room.ts';
import { mayAccess } from '../../../../lib/can.ts';
import { ApiError } from '../../../../lib/errors.ts';
import { useAddressId, usePageTitle } from '../../../../lib/page.ts';
import { useSession } from '../../../../lib/session.ts';
import { notify } from '../../../../lib/snackbar.ts';
import { OwnDay } from '../../../operator/own-day.tsx';
import { paths, SEGMENT_HASH } from '../../../pages.ts';
import { PageState } from '../../page-state.tsx';
import { DueCallbacks } from '../../../operator/calling.tsx';
import { StartCalling } from '../../../operator/start-calling.tsx';
import { audienceStates, type Progress, useAudienceChoices } from './audience-choices.tsx';
import { DetailTabs } from './detail-panel.tsx';

const RunningLoad = later(() => import('../../../../features/loads/running-load.tsx').then((m) => m.RunningLoad));

// The fallback is as wide as the button, so that nothing moves when it loads.
const AudienceExport = later(
  () => import('../../../../features/exports/export-menu.tsx').then((m) => m.AudienceExport),
  <Box sx={{ width: 134 }} />,
);

/** All buttons in one line, beside a short name. */
const ROOM_FOR_ALL = 640;

/** `/campaign/detail/{id}`: the audience; for managers with tabs about the campaign above. */
export function AudiencePage() {
  const id = useAddressId();
  const session = useSession();
  const seesAll = mayAccess('campaign.detail', session);
  const result = useQuery(campaignQuery(id));
  const progress = useQuery(progressQuery(id)).data;
  const list = useAudienceList({ campaignId: id, view: seesAll ? 'full' : 'operator' });
  // On phones it would push the menu into a line of its own.
  const hasRoom = useHasSpace(ROOM_FOR_ALL);
  const campaign = result.data;
  usePageTitle(campaign ? `Audiencia de ${campaign.name}` : 'Audiencia');

  // A cached refusal does not count.
  const { error, isFetching } = list.result;
  if (!isFetching && error instanceof ApiError && error.code === 'CAMPAIGN_PROCESSING')
    return <BeingProcessed progressPath={mayAccess('audience.load', session) ? paths.campaignAssign(id) : undefined} />;
  if (!campaign) return <PageState query={result} of="campaign" />;

  const isOpen = !isClosed(campaign);
  // While a further audience loads, the page stays usable.
  const isLoading = campaign.status === 'CARGANDO AUDIENCIA';
  const mayManage = isOpen && mayAccess('campaign.manage', session);
  const mayLoadAnywhere = mayAccess('audience.load', session);
  const mayLoad = isOpen && mayLoadAnywhere;
  const withThese = mayLoadAnywhere &&
    mayAccess('campaign.create', session) &&
    (progress?.total ?? 0) > 0 && {
      label: 'Nueva campaña con estos',
      icon: IconUsersPlus,
      run: newCampaignWith(id, list.query),
    };
  const assignPath = mayLoad ? paths.campaignAssign(id) : undefined;
  const linkTo = (row: { id: number; number: string }) => paths.contact(id, row.id, row.number);
  return (
    <>
      <CampaignHeader campaign={campaign}>
        {campaign.formId && <FormCapacityLine campaignId={id} />}
        {!seesAll && <ScriptButton scripts={campaign.scripts} />}
        {!seesAll && <StartCalling campaign={campaign} />}
        {mayAccess('export', session) && (
          <AudienceExport campaign={campaign} query={wireQuery('full', list.query)} linkTo={paths.export} />
        )}
        {withThese && hasRoom && (
          <ActionButton icon={withThese.icon} to={withThese.run}>
            {withThese.label}
          </ActionButton>
        )}
        <DetailActions
          campaign={campaign}
          listFilters={list.query}
          progress={progress}
          mayManage={mayManage}
          assignPath={assignPath}
          first={hasRoom || !withThese ? undefined : withThese}
          waitsFor={isLoading ? WAITS_FOR_LOAD : undefined}
        />
      </CampaignHeader>
      {isLoading && seesAll && <RunningLoad campaignId={id} />}
      {seesAll ? (
        <>
          <DetailTabs
            campaign={campaign}
            tab={list.query.tab}
            // Keep the page of the table.
            onTab={(tab) => list.change({ tab, pageNumber: list.query.pageNumber }, { replace: true })}
            total={progress?.total}
            aside={mayManage && <SegmentationBar campaign={campaign} />}
          />
          <FullAudience campaign={campaign} list={list} progress={progress} linkTo={linkTo} loadPath={assignPath} />
        </>
      ) : (
        <>
          <DueCallbacks />
          <OperatorList list={list} states={audienceStates(campaign, progress)} linkTo={linkTo} />
          <OwnDay />
        </>
      )}
    </>
  );
}

/** The wizard of a new campaign with the people whom the list shows on all its pages. */
function newCampaignWith(id: number, listed: RowsProps['list']['query']): string {
  const {
    pageNumber: _page,
    pageSize: _size,
    orderbytitle: _by,
    orderbytype: _type,
    ...filters
  } = wireQuery('full', listed);
  const chosen = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(chosen.map(([name, value]) => [name, String(value)]));
  return `${paths.campaignClone(id)}&people=1${chosen.length > 0 ? `&${search}` : ''}`;
}

/** CAMPAIGN_PROCESSING: no audience can be shown yet (rule campaign-life/while-loading). Without audience.load leads to the list. */
function BeingProcessed({ progressPath }: { progressPath: string | undefined }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!progressPath) notify.warning(BEING_PROCESSED);
    void navigate(progressPath ?? paths.campaigns, { replace: true });
  }, [progressPath, navigate]);
  return null;
}

interface FullAudienceProps extends RowsProps {
  campaign: CampaignDetail;
  progress: Progress | undefined;
  loadPath: string | undefined;
}

function FullAudience({ campaign, progress, loadPath, ...rows }: FullAudienceProps) {
  const { needs } = rows.list;
  const needed = { operators: needs('operatorId'), places: needs('districtId'), answers: needs('answer') };
  const choices = useAudienceChoices(campaign, progress, needed);
  return <AudienceList {...rows} choices={choices} figures={progress} loadPath={loadPath} />;
}

const SegmentFlow = later(() =>
  import('../../../../features/audience/segment/segment-flow.tsx').then((m) => m.SegmentFlow),
);
const RebalanceDialog = later(() =>
  import('../../../../features/audience/segment/rebalance-dialog.tsx').then((m) => m.RebalanceDialog),
);

const SampleDialog = later(() =>
  import('../../../../features/audience/segment/sample-dialog.tsx').then((m) => m.SampleDialog),
);

interface DetailActionsProps {
  campaign: CampaignDetail;
  listFilters: RowsProps['list']['query'];
  progress: Progress | undefined;
  /** For managing roles while the campaign is not closed. */
  mayManage: boolean;
  /** For users with audience.load while the campaign is not closed. */
  assignPath: string | undefined;
  /** Before the others in the menu. */
  first: MenuAction | undefined;
  waitsFor: string | undefined;
}

/** Segmentar or Asignar (rule campaign-life/assigned), the next step contained, and the menu of the page. */
function DetailActions(props: DetailActionsProps) {
  const { campaign, listFilters, progress, mayManage, assignPath, first, waitsFor } = props;
  const [chosen, setOpen] = useState<'segment' | 'rebalance' | 'sample'>();
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const { id, status } = campaign;
  const maySegment = mayManage && !campaign.assigned;
  const open = hash === SEGMENT_HASH && maySegment && !waitsFor ? 'segment' : chosen;
  const choices = useAudienceChoices(campaign, progress, {
    operators: false,
    places: open === 'segment',
    answers: open === 'segment',
  });
  const close = () => {
    setOpen(undefined);
    if (hash === SEGMENT_HASH) void navigate({ search }, { replace: true, preventScrollReset: true });
  };
  const mayWatch = mayAccess('monitor', useSession()) && status === 'EN CURSO' && !maySegment;
  const actions: (MenuAction | false | undefined)[] = [
    first,
    assignPath !== undefined && { label: 'Cargar más audiencia', icon: IconUpload, run: assignPath, waitsFor },
    mayManage && { label: 'Rebalancear', icon: IconUsersGroup, run: () => setOpen('rebalance'), waitsFor },
    mayManage &&
      (progress?.total ?? 0) > 0 && {
        label: 'Muestra al azar',
        icon: IconDice,
        run: () => setOpen('sample'),
        waitsFor,
      },
    { label: 'Ver campaña', icon: IconEye, run: paths.campaign(id) },
    status !== 'PENDIENTE' && { label: 'Ver Estadísticas', icon: IconChartBar, run: paths.campaignStatistics(id) },
  ];
  return (
    <>
      {maySegment && (
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
        <ActionButton icon={IconUpload} reason={waitsFor} to={assignPath}>
          Asignar
        </ActionButton>
      )}
      {mayWatch && (
        <ActionButton variant="contained" icon={IconBroadcast} to={paths.monitorLiveOf(campaign.external)}>
          Ver en vivo
        </ActionButton>
      )}
      <ActionsMenu actions={actions.filter((action) => typeof action === 'object')} />
      {open === 'segment' && (
        <SegmentFlow campaign={campaign} listFilters={listFilters} choices={choices} onClose={close} />
      )}
      {open === 'sample' && <SampleDialog campaign={campaign} onClose={close} />}
      {open === 'rebalance' && <RebalanceDialog campaign={campaign} onClose={close} />}
    </>
  );
}
