import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isOngoing } from '@campanero/contract/campaigns/rules';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';

export const EDIT_TABS = ['information', 'place', 'form', 'states', 'scripts'] as const;
export type EditTab = (typeof EDIT_TABS)[number];

export const TAB_LABELS: Record<EditTab, string> = {
  information: 'Información',
  place: 'Ubicación',
  form: 'Formulario',
  states: 'Estados',
  scripts: 'Script',
};

/** Once it has an audience, place and form stand still: their tabs are hidden (spec 2, decisions 2). */
export const isRestricted = (status: CampaignStatus) => isOngoing({ status }) || status === 'CARGANDO AUDIENCIA';

export const tabsFor = (status: CampaignStatus): readonly EditTab[] =>
  isRestricted(status) ? EDIT_TABS.filter((tab) => tab !== 'place' && tab !== 'form') : EDIT_TABS;

/** Under which name a tab keeps what was not saved. */
export const tabDraft = (campaignId: number, tab: EditTab) => `campaign-edit-${campaignId}-${tab}`;

/** What every edit tab is given. */
export interface EditTabProps {
  /** The campaign as the person has seen it. */
  campaign: CampaignDetail;
  onDirty: (isDirty: boolean) => void;
  /** The server's word after saving. */
  onSaved: (campaign: CampaignDetail) => void;
  /** Somebody else was faster: nothing was saved. */
  onConflict: () => void;
}
