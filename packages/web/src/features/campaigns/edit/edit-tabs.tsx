import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isOngoing } from '@campanero/contract/campaigns/rules';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { styled } from '@mui/material';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';

const Dot = styled('span')(({ theme }) => ({
  width: 8,
  height: 8,
  borderRadius: '50%',
  marginInlineStart: 8,
  background: theme.palette.secondary.main,
}));

export const EDIT_TABS = ['information', 'place', 'form', 'states', 'scripts'] as const;
export type EditTab = (typeof EDIT_TABS)[number];

const TAB_LABELS: Record<EditTab, string> = {
  information: 'Información',
  place: 'Ubicación',
  form: 'Formulario',
  states: 'Estados',
  scripts: 'Script',
};

/** A dot marks tabs with unsaved changes. */
export const editTab = (key: EditTab, isUnsaved: boolean) => ({
  key,
  label: (
    <span>
      {TAB_LABELS[key]}
      {isUnsaved && <VisuallyHidden>, sin guardar</VisuallyHidden>}
    </span>
  ),
  icon: isUnsaved ? <Dot aria-hidden /> : undefined,
});

/** With an audience, place and form cannot change: their tabs are hidden (rule campaign-life/running). */
export const isRestricted = (status: CampaignStatus) => isOngoing({ status }) || status === 'CARGANDO AUDIENCIA';

export const tabsFor = (status: CampaignStatus): readonly EditTab[] =>
  isRestricted(status) ? EDIT_TABS.filter((tab) => tab !== 'place' && tab !== 'form') : EDIT_TABS;

/** Name of the draft. */
export const tabDraft = (campaignId: number, tab: EditTab) => `campaign-edit-${campaignId}-${tab}`;

export interface EditTabProps {
  campaign: CampaignDetail;
  onDirty: (isDirty: boolean) => void;
  reload: () => Promise<CampaignDetail | undefined>;
}
