import { canMoveTo } from '@campanero/contract/campaigns/status';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { PageSkeleton } from '../../../components/page/page-header.tsx';
import { campaignQuery } from '../../../features/campaigns/api.ts';
import { CampaignHeader } from '../../../features/campaigns/campaign-header.tsx';
import { RunningLoad } from '../../../features/loads/running-load.tsx';
import { BEING_VALIDATED } from '../../../features/loads/texts.ts';
import { useAddressId, usePageTitle } from '../../../lib/page.ts';
import { notify } from '../../../lib/snackbar.ts';
import { paths } from '../../pages.ts';
import { AssignClosed } from './assign-closed.tsx';
import { AssignSources } from './assign-sources.tsx';
import { CampaignFailed } from './campaign-failed.tsx';

/** `/campaign/detail/{id}/assign`: an audience comes into the campaign, or the one that is coming shows how far it is. */
export function CampaignAssignPage() {
  const id = useAddressId();
  const navigate = useNavigate();
  const result = useQuery(campaignQuery(id));
  const campaign = result.data;
  usePageTitle(campaign ? `Asignar audiencia: ${campaign.name}` : 'Asignar audiencia');
  if (!campaign)
    return result.isError ? (
      <CampaignFailed error={result.error} onRetry={() => void result.refetch()} />
    ) : (
      <PageSkeleton />
    );
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
