import { EXPORT_KINDS, type ExportKind } from '@campanero/contract/exports/kinds';
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

/** Who may still ask for such an export: judged again when it is made, because roles change in between. */
export function mayAskFor(
  viewer: ExportViewer,
  { kind, isCampaignVisible }: Omit<OwnedExport, 'requestedBy' | 'externalReach'>,
) {
  const { access, isOfCampaign } = EXPORT_KINDS[kind];
  return hasPermission(access, viewer.primary) && (isCampaignVisible || !isOfCampaign);
}

/**
 * Who sees and downloads an export: only who may still ask for it. One operator's figures and the audit are for the
 * requester alone; a campaign's files are for everybody who may export that campaign, but an external role never gets a file
 * that was made with more reach than its own.
 */
export function maySee(viewer: ExportViewer, job: OwnedExport): boolean {
  if (!mayAskFor(viewer, job)) return false;
  if (!EXPORT_KINDS[job.kind].isOfCampaign) return job.requestedBy === viewer.id;
  return !isExternalRole(viewer.primary) || job.externalReach;
}
