import { hasPermission } from '@campanero/contract/roles';

/** Without `audit.all` one sees one's own records (decisions 3): whose they must be, or undefined for everyone's. */
export const ownerOfVisible = (viewer: { id: number; primary: number | undefined }): number | undefined =>
  hasPermission('audit.all', viewer.primary) ? undefined : viewer.id;
