import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { safeLink } from '../../../components/safe-link.ts';
import { ViewCard } from '../../../features/campaigns/view/cards.tsx';
import { campaignCapacityQuery } from '../../../features/forms/api.ts';
import { FormCapacity } from '../../../features/forms/form-capacity.tsx';

interface FormCardProps {
  campaignId: number;
  formName: string | null;
  formUrl: string | null;
}

/** The imported form with its places; the refresh button locks for three seconds (spec 7, 9). */
export function FormCard({ campaignId, formName, formUrl }: FormCardProps) {
  const capacity = useQuery(campaignCapacityQuery(campaignId));
  const address = safeLink(formUrl);
  return (
    <ViewCard title="Formulario">
      <Typography sx={{ mb: 3, overflowWrap: 'anywhere' }}>
        {address ? (
          <Link href={address} target="_blank" rel="noopener noreferrer">
            {formName ?? address}
          </Link>
        ) : (
          formName
        )}
      </Typography>
      <FormCapacity result={capacity} />
    </ViewCard>
  );
}
