import { type SxProps, Tab, Tabs, type TabsProps, type Theme } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';

interface PageTabsProps<T extends string> {
  /** Prefix of the ids of tabs and panels. */
  id: string;
  label: string;
  tabs: readonly { key: T; label: ReactNode; icon?: ReactElement }[];
  current: T;
  onChange: (tab: T) => void;
  variant?: TabsProps['variant'];
  sx?: SxProps<Theme>;
}

export function PageTabs<T extends string>(props: PageTabsProps<T>) {
  const { id, label, tabs, current, onChange, variant = 'scrollable', sx = { mb: 4 } } = props;
  return (
    <Tabs
      value={current}
      onChange={(_event, tab: T) => onChange(tab)}
      variant={variant}
      scrollButtons={false}
      aria-label={label}
      sx={sx}
    >
      {tabs.map(({ key, ...tab }) => (
        <Tab
          {...tab}
          key={key}
          value={key}
          id={`${id}-tab-${key}`}
          aria-controls={`${id}-panel-${key}`}
          iconPosition="end"
        />
      ))}
    </Tabs>
  );
}

/** Attributes of the panel of a tab. */
export const panelOf = (id: string, tab: string) =>
  ({ role: 'tabpanel', id: `${id}-panel-${tab}`, 'aria-labelledby': `${id}-tab-${tab}` }) as const;
