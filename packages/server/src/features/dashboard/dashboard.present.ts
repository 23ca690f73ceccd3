import type { DashboardAudience, DashboardOption } from '@campanero/contract/dashboard/schemas';
import type { AudienceName, RemoteAudience } from '../../integrations/orion/port.ts';

/** The wire speaks the phone dashboard's own Spanish (spec 3). */
export const presentOption = ({ id, description }: AudienceName): DashboardOption => ({ id, descripcion: description });

export const presentAudience = (audience: RemoteAudience): DashboardAudience => ({
  ...presentOption(audience),
  total: audience.total,
  created_at: audience.createdAt.toISOString(),
});
