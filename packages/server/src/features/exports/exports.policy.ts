import { EXPORT_KINDS, type ExportKind } from '@campanero/contract/exports/kinds';
import { type Caller, isOnExternalSide, may } from '@campanero/contract/roles';

interface ExportViewer extends Caller {
  id: number;
}

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
  return may(viewer, access) && (isCampaignVisible || !isOfCampaign);
}

/** Campaign exports: all who may export the campaign, but external roles no file made for an internal one. Others: the requester. */
export function mayViewExport(viewer: ExportViewer, job: OwnedExport): boolean {
  if (!mayRequestExport(viewer, job)) return false;
  if (!EXPORT_KINDS[job.kind].isOfCampaign) return job.requestedBy === viewer.id;
  return !isOnExternalSide(viewer) || job.externalReach;
}
