import { EXPORT_KINDS, type ExportKind } from '@campanero/contract/exports/kinds';
import { hasPermission, isExternalRole } from '@campanero/contract/roles';

type ExportViewer = { id: number; primary: number | undefined };

interface OwnedExport {
  kind: ExportKind;
  requestedBy: number;
  /** Requested by an external role. */
  externalReach: boolean;
  isCampaignVisible: boolean;
}

/** Checked again when the export is made, because roles change in between. */
export function mayRequestExport(
  viewer: ExportViewer,
  { kind, isCampaignVisible }: Omit<OwnedExport, 'requestedBy' | 'externalReach'>,
) {
  const { access, isOfCampaign } = EXPORT_KINDS[kind];
  return hasPermission(access, viewer.primary) && (isCampaignVisible || !isOfCampaign);
}

/** Campaign exports: all who may export the campaign, but external roles no file made for an internal one. Others: the requester. */
export function mayViewExport(viewer: ExportViewer, job: OwnedExport): boolean {
  if (!mayRequestExport(viewer, job)) return false;
  if (!EXPORT_KINDS[job.kind].isOfCampaign) return job.requestedBy === viewer.id;
  return !isExternalRole(viewer.primary) || job.externalReach;
}
