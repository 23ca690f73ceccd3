import { type CampaignStatus, canMoveTo } from '@campanero/contract/campaigns/status';
import { Paper } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ActionButton } from '../../../../components/action-button.tsx';
import { IconLock } from '../../../../components/icons.ts';
import { EmptyState } from '../../../../components/page/messages.tsx';
import { campaignQuery } from '../../../../features/campaigns/api.ts';
import { CampaignHeader } from '../../../../features/campaigns/campaign-header.tsx';
import { LastLoadReport } from '../../../../features/loads/report/last-load-report.tsx';
import { RunningLoad } from '../../../../features/loads/running-load.tsx';
import { BEING_VALIDATED } from '../../../../features/loads/texts.ts';
import { useAddressId, usePageTitle } from '../../../../lib/page.ts';
import { notify } from '../../../../lib/snackbar.ts';
import { paths } from '../../../pages.ts';
import { PageState } from '../../page-state.tsx';
import { AssignSources } from './sources.tsx';

/** `/campaign/detail/{id}/assign`: loads an audience, or shows the progress of the running load. */
export function CampaignAssignPage() {
  const id = useAddressId();
  const navigate = useNavigate();
  const result = useQuery(campaignQuery(id));
  const campaign = result.data;
  usePageTitle(campaign ? `Asignar audiencia: ${campaign.name}` : 'Asignar audiencia');
  if (!campaign) return <PageState query={result} of="campaign" />;
  const handleAccepted = () => {
    notify.info(BEING_VALIDATED);
    void navigate(paths.campaigns);
  };
  return (
    <>
      <CampaignHeader campaign={campaign} title="Asignar audiencia" />
      {campaign.status === 'CARGANDO AUDIENCIA' ? (
        <RunningLoad campaignId={id} />
      ) : canMoveTo(campaign.status, 'CARGANDO AUDIENCIA') ? (
        <AssignSources campaignId={id} onAccepted={handleAccepted} />
      ) : (
        <AssignClosed campaign={campaign} />
      )}
    </>
  );
}

function AssignClosed({ campaign }: { campaign: { id: number; status: CampaignStatus } }) {
  const isInReview = campaign.status === 'REVISANDO';
  return (
    <>
      <LastLoadReport campaignId={campaign.id} />
      <Paper sx={{ display: 'grid', placeItems: 'center', minHeight: 280 }}>
        <EmptyState
          icon={<IconLock size={20} stroke={1.75} />}
          title="La campaña ya no admite audiencia"
          reason={
            isInReview
              ? 'Pasó su fecha de fin: extiéndala en Editar campaña para poder cargar contactos.'
              : 'Está finalizada: solo se puede consultar.'
          }
          action={
            <ActionButton size="small" to={isInReview ? paths.campaignEdit(campaign.id) : paths.campaign(campaign.id)}>
              {isInReview ? 'Editar campaña' : 'Ver campaña'}
            </ActionButton>
          }
        />
      </Paper>
    </>
  );
}
