import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isOngoing } from '@campanero/contract/campaigns/rules';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { styled, Tab, Tabs } from '@mui/material';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';

const Dot = styled('span')(({ theme }) => ({
  width: 8,
  height: 8,
  borderRadius: '50%',
  marginInlineStart: 8,
  background: theme.palette.secondary.main,
}));

interface EditTabsProps {
  tabs: readonly EditTab[];
  current: EditTab;
  unsaved: ReadonlySet<EditTab>;
  onChange: (tab: EditTab) => void;
}

export const panelId = (tab: EditTab) => `edit-panel-${tab}`;
export const tabId = (tab: EditTab) => `edit-tab-${tab}`;

/** A dot marks tabs with unsaved changes. */
export function EditTabs({ tabs, current, unsaved, onChange }: EditTabsProps) {
  return (
    <Tabs
      value={current}
      onChange={(_event, tab: EditTab) => onChange(tab)}
      variant="scrollable"
      scrollButtons={false}
      aria-label="Partes de la campaña"
      sx={{ mb: 4 }}
    >
      {tabs.map((tab) => (
        <Tab
          key={tab}
          value={tab}
          id={tabId(tab)}
          aria-controls={panelId(tab)}
          iconPosition="end"
          label={
            <span>
              {TAB_LABELS[tab]}
              {unsaved.has(tab) && <VisuallyHidden>, sin guardar</VisuallyHidden>}
            </span>
          }
          {...(unsaved.has(tab) && { icon: <Dot aria-hidden /> })}
        />
      ))}
    </Tabs>
  );
}

export const EDIT_TABS = ['information', 'place', 'form', 'states', 'scripts'] as const;
export type EditTab = (typeof EDIT_TABS)[number];

const TAB_LABELS: Record<EditTab, string> = {
  information: 'Información',
  place: 'Ubicación',
  form: 'Formulario',
  states: 'Estados',
  scripts: 'Script',
};

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
