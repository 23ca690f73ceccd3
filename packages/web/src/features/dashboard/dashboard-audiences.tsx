import { dashboard, type DashboardAudience, type DashboardSearch } from '@campanero/contract/dashboard/endpoints';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { keepPreviousData } from '@tanstack/react-query';
import { FactList } from '../../components/page/fact-list.tsx';
import { endpointQuery } from '../../lib/queries.ts';

export const dashboardSearchQuery = ({ date = '', description = '' }: DashboardSearch) =>
  endpointQuery(
    'dashboard',
    dashboard.search,
    { query: { date, description } },
    {
      read: ({ audiences }) => audiences,
      enabled: date !== '' || description !== '',
      placeholderData: keepPreviousData,
      retry: false,
    },
  );

export const dashboardAudienceQuery = (audienceId: string) =>
  endpointQuery(
    'dashboard',
    dashboard.detail,
    { params: { audienceId } },
    { enabled: audienceId !== '', staleTime: 0, retry: false },
  );

export function AudienceFacts({ audience }: { audience: DashboardAudience }) {
  return (
    <FactList
      facts={[
        { label: 'Descripción', value: audience.descripcion },
        { label: 'Contactos', value: formatCount(audience.total) },
        { label: 'Creada', value: <bdi>{formatDateTime(audience.created_at)}</bdi> },
      ]}
    />
  );
}
