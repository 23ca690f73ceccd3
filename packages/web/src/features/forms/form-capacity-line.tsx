import { useQuery } from '@tanstack/react-query';
import { Line } from '../../components/layout.tsx';
import { CapacityLine, CapacityRefresh } from '../../components/page/capacity.tsx';
import { ApiError } from '../../lib/errors.ts';
import { campaignCapacityQuery } from './api.ts';

export function FormCapacityLine({ campaignId }: { campaignId: number }) {
  const result = useQuery(campaignCapacityQuery(campaignId));
  const { data, error } = result;
  if (data) return <CapacityLine slots={data.slots} enrolled={data.enrolled} onRefresh={() => result.refetch()} />;
  if (!error) return null;
  const isUnknown = error instanceof ApiError && error.status === 422;
  return (
    <Line gap={1} sx={{ typography: 'caption', color: 'text.secondary' }}>
      {isUnknown ? 'Formulario no encontrado' : 'Cupos sin datos'}
      <CapacityRefresh onRefresh={() => result.refetch()} />
    </Line>
  );
}
