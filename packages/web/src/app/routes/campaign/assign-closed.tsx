import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { Link } from 'react-router';
import { IconLock } from '../../../components/icons.ts';
import { EmptyState } from '../../../components/page/messages.tsx';
import { LastLoadReport } from '../../../features/loads/report/last-load-report.tsx';
import { paths } from '../../pages.ts';

/** A campaign that takes no audience any more; what its last load brought can still be read. */
export function AssignClosed({ campaign }: { campaign: { id: number; status: CampaignStatus } }) {
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
            <Button
              size="small"
              component={Link}
              to={isInReview ? paths.campaignEdit(campaign.id) : paths.campaign(campaign.id)}
            >
              {isInReview ? 'Editar campaña' : 'Ver campaña'}
            </Button>
          }
        />
      </Paper>
    </>
  );
}
