import type { DashboardAudience } from '@campanero/contract/dashboard/endpoints';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { FactList } from '../../components/page/fact-list.tsx';

export const AudienceFacts = ({ audience }: { audience: DashboardAudience }) => (
  <FactList
    facts={[
      { label: 'Descripción', value: audience.descripcion },
      { label: 'Contactos', value: formatCount(audience.total) },
      { label: 'Creada', value: <bdi>{formatDateTime(audience.created_at)}</bdi> },
    ]}
  />
);
