import type { ExportKind } from '@campanero/contract/exports/schemas';
import { hasPermission, isExternalRole } from '@campanero/contract/roles';

interface ExportViewer {
  id: number;
  primary: number | undefined;
}

interface OwnedExport {
  kind: ExportKind;
  requestedBy: number;
  /** Made with the reach of an external role. */
  externalReach: boolean;
  /** The viewer reaches its campaign. */
  isCampaignVisible: boolean;
}

/** Who may still ask for such an export: judged again when it is made, because roles change in between (SEC-20). */
export function mayAskFor(
  viewer: ExportViewer,
  { kind, isCampaignVisible }: Omit<OwnedExport, 'requestedBy' | 'externalReach'>,
) {
  if (kind === 'operator_statistics') return hasPermission('monitor', viewer.primary);
  if (kind === 'audit') return hasPermission('audit.all', viewer.primary);
  return hasPermission('export', viewer.primary) && isCampaignVisible;
}

/**
 * Who sees and downloads an export (decisions 2): whoever asked for it or, if it is about a campaign, whoever may export that
 * campaign; an external role never a file that was made with more reach than its own (SEC-26).
 */
export function maySee(viewer: ExportViewer, job: OwnedExport): boolean {
  if (!mayAskFor(viewer, job)) return false;
  if (job.kind === 'operator_statistics' || job.kind === 'audit') return job.requestedBy === viewer.id;
  return !isExternalRole(viewer.primary) || job.externalReach;
}
