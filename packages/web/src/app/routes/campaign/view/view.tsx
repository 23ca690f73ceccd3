import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isClosed, canMoveTo } from '@campanero/contract/campaigns/status';
import { Alert, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../../components/action-button.tsx';
import {
  IconArrowsShuffle,
  IconBroadcast,
  IconChartBar,
  IconCopy,
  IconDatabaseImport,
  IconPencil,
  IconUsersGroup,
} from '../../../../components/icons.ts';
import { later } from '../../../../components/later.tsx';
import { Stacked } from '../../../../components/layout.tsx';
import { TitledCard } from '../../../../components/page/section.tsx';
import { campaignQuery, progressQuery } from '../../../../features/campaigns/api.ts';
import { CampaignHeader } from '../../../../features/campaigns/campaign-header.tsx';
import { CampaignMenu } from '../../../../features/campaigns/campaign-menu.tsx';
import { statusNote } from '../../../../features/campaigns/texts.ts';
import { FactsCard, PeopleCard, ScriptsCard, StatesCard } from '../../../../features/campaigns/view/cards.tsx';
import { EventsCard, ProgressCard } from '../../../../features/campaigns/view/progress-card.tsx';
import { liveQuery } from '../../../../features/live/board.ts';
import { EndForecast } from '../../../../features/live/campaign-board.tsx';
import { campaignCapacityQuery, FormCapacity, FormName } from '../../../../features/forms/form-capacity.tsx';
import { mayAccess } from '../../../../lib/can.ts';
import { useAddressId, usePageTitle } from '../../../../lib/page.ts';
import { useSession } from '../../../../lib/session.ts';
import { paths } from '../../../pages.ts';
import { PageState } from '../../page-state.tsx';
import { StartCalling } from '../../../operator/start-calling.tsx';

const PastLoads = later(() => import('../../../../features/loads/past-loads.tsx').then((m) => m.PastLoads));
const RunningLoad = later(() => import('../../../../features/loads/running-load.tsx').then((m) => m.RunningLoad));

export function CampaignPage() {
  const id = useAddressId();
  const session = useSession();
  const mayWatch = mayAccess('monitor', session);
  const result = useQuery(campaignQuery(id));
  const progress = useQuery(progressQuery(id)).data;
  const campaign = result.data;
  const isRunning = campaign?.status === 'EN CURSO';
  const board = useQuery({ ...liveQuery(campaign?.external === 1), enabled: isRunning && mayWatch }).data;
  const onBoard = board?.campaigns.find((each) => each.id === id);
  usePageTitle(campaign?.name ?? 'Campaña');
  if (!campaign) return <PageState query={result} of="campaign" />;

  const isManager = mayAccess('campaign.detail', session);
  const mayCreate = mayAccess('campaign.create', session);
  const mayEdit = mayCreate && !isClosed(campaign);
  const mayLoad = mayAccess('audience.load', session);
  const mayStartLoad = mayLoad && canMoveTo(campaign.status, 'CARGANDO AUDIENCIA');
  const hasFigures = campaign.status !== 'PENDIENTE';
  const step = nextStep(campaign, {
    mayStartLoad,
    maySegment: mayAccess('campaign.manage', session) && !isClosed(campaign) && !campaign.assigned,
    mayWatch,
  });
  const menuLinks = [
    hasFigures &&
      mayStartLoad && { label: 'Cargar audiencia', run: paths.campaignAssign(id), icon: IconDatabaseImport },
    hasFigures && { label: 'Ver Estadísticas', run: paths.campaignStatistics(id), icon: IconChartBar },
    mayCreate && { label: 'Duplicar campaña', run: paths.campaignClone(id), icon: IconCopy },
  ].filter((link) => link !== false);
  // Users with audience.load see the progress instead of a note.
  const isLoading = mayLoad && campaign.status === 'CARGANDO AUDIENCIA';
  const note = isLoading ? undefined : statusNote(campaign, { isManager, hasAudience: (progress?.total ?? 0) > 0 });
  return (
    <>
      <CampaignHeader campaign={campaign}>
        {mayEdit && (
          <ActionButton to={paths.campaignEdit(id)} icon={IconPencil}>
            Editar
          </ActionButton>
        )}
        <ActionButton
          variant={isManager && !step ? 'contained' : 'outlined'}
          to={paths.campaignDetail(id)}
          icon={IconUsersGroup}
        >
          Ver audiencia
        </ActionButton>
        {step && (
          <ActionButton variant="contained" to={step.to} icon={step.icon}>
            {step.label}
          </ActionButton>
        )}
        {!isManager && <StartCalling campaign={campaign} />}
        <CampaignMenu campaign={campaign} links={menuLinks} mayManage={mayAccess('campaign.manage', session)} />
      </CampaignHeader>
      {isLoading && <RunningLoad campaignId={id} />}
      {note && (
        <Alert severity={note.severity} sx={{ mb: 4 }}>
          {note.text}
        </Alert>
      )}
      <Stacked sx={{ alignItems: 'start', gridTemplateColumns: { lg: 'minmax(0, 1fr) 22rem' } }}>
        <Stacked>
          {hasFigures && <ProgressCard campaignId={id}>{onBoard && <EndForecast campaign={onBoard} />}</ProgressCard>}
          <FactsCard campaign={campaign} isManager={isManager} />
          {isManager && <PastLoads campaignId={id} campaignLink={paths.campaign} />}
          <ScriptsCard scripts={campaign.scripts} />
        </Stacked>
        <Stacked>
          {campaign.formId && <FormCard campaign={campaign} />}
          <PeopleCard campaign={campaign} />
          {progress && <StatesCard states={campaign.states} listed={progress.states} />}
          {isManager && <EventsCard campaignId={id} />}
        </Stacked>
      </Stacked>
    </>
  );
}

type Rights = Record<'mayStartLoad' | 'maySegment' | 'mayWatch', boolean>;

/** The contained button of managers; operators have Empezar a llamar. */
function nextStep({ id, status, external }: CampaignDetail, { mayStartLoad, maySegment, mayWatch }: Rights) {
  if (status === 'PENDIENTE' && mayStartLoad)
    return { label: 'Cargar audiencia', to: paths.campaignAssign(id), icon: IconDatabaseImport };
  if (status === 'CARGANDO AUDIENCIA') return undefined;
  if (maySegment) return { label: 'Segmentar', to: paths.campaignSegment(id), icon: IconArrowsShuffle };
  if (status === 'EN CURSO' && mayWatch)
    return { label: 'Ver en vivo', to: paths.monitorLiveOf(external), icon: IconBroadcast };
  return undefined;
}

const FormCard = ({ campaign }: { campaign: CampaignDetail }) => (
  <TitledCard title="Formulario">
    <Typography sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      <FormName {...campaign} />
    </Typography>
    <FormCapacity result={useQuery(campaignCapacityQuery(campaign.id))} />
  </TitledCard>
);
