import { styled } from '@mui/material/styles';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { VisuallyHidden } from '../../../../components/visually-hidden.tsx';
import { TAB_LABELS, type EditTab } from '../../edit-tab.ts';

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

/** Tabs with something unsaved wear a brass dot (design 6, Forms). */
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
