import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { CapacityLine, CapacityRefresh } from '../../components/page/capacity-line.tsx';
import { ApiError } from '../../lib/errors.ts';
import { campaignCapacityQuery } from './api.ts';

/** The places of a campaign's form in its page header. A form that cannot be asked is said there, and asked again there. */
export function FormCapacityLine({ campaignId }: { campaignId: number }) {
  const result = useQuery(campaignCapacityQuery(campaignId));
  const { data, error } = result;
  if (data) return <CapacityLine slots={data.slots} enrolled={data.enrolled} onRefresh={() => result.refetch()} />;
  if (!error) return null;
  const isUnknown = error instanceof ApiError && error.status === 422;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'caption', color: 'text.secondary' }}>
      {isUnknown ? 'Formulario no encontrado' : 'Cupos sin datos'}
      <CapacityRefresh onRefresh={() => result.refetch()} />
    </Box>
  );
}
