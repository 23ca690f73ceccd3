import { Box, Tab, Tabs } from '@mui/material';
import { KeyCap } from '../../components/key-cap.tsx';
import { useKeyCaps, useShortcut } from '../../lib/shortcuts.ts';

const CONTACT_TABS = ['contacts', 'information', 'observation', 'campaigns', 'operator'] as const;
export type ContactTab = (typeof CONTACT_TABS)[number];

const LABELS: Record<ContactTab, string> = {
  contacts: 'Contactos',
  information: 'Información',
  observation: 'Observación',
  campaigns: 'Campañas',
  operator: 'Operador',
};
export const contactTabId = (tab: ContactTab) => `contact-tab-${tab}`;
export const contactPanelId = (tab: ContactTab) => `contact-panel-${tab}`;

interface ContactTabsProps {
  tab: ContactTab;
  counts: Partial<Record<ContactTab, number>>;
  onTab: (tab: ContactTab) => void;
}

export function ContactTabs({ tab, counts, onTab }: ContactTabsProps) {
  const first = useKeyCaps('tab1');
  useShortcut('tab1', () => onTab('contacts'));
  useShortcut('tab2', () => onTab('information'));
  useShortcut('tab3', () => onTab('observation'));
  useShortcut('tab4', () => onTab('campaigns'));
  useShortcut('tab5', () => onTab('operator'));
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', borderBottom: 1, borderColor: 'line.soft' }}>
      <Tabs
        value={tab}
        onChange={(_event, chosen: ContactTab) => onTab(chosen)}
        variant="scrollable"
        scrollButtons={false}
        aria-label="Partes del contacto"
        sx={{
          flex: 1,
          minWidth: 0,
          px: { xs: 1, md: 2 },
          borderBottom: 0,
          '@container (max-width: 34rem)': { px: 1, '& .MuiTab-root': { px: 2.25 } },
        }}
      >
        {CONTACT_TABS.map((key) => (
          <Tab
            key={key}
            value={key}
            id={contactTabId(key)}
            aria-controls={contactPanelId(key)}
            label={
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'baseline', gap: 2 }}>
                {LABELS[key]}
                {counts[key] !== undefined && (
                  <Box
                    component="span"
                    sx={{ typography: 'caption', color: 'text.disabled', fontVariantNumeric: 'tabular-nums' }}
                  >
                    {counts[key]}
                  </Box>
                )}
              </Box>
            }
          />
        ))}
      </Tabs>
      {first && (
        <Box
          aria-hidden
          sx={{
            display: 'none',
            paddingInlineEnd: 4,
            typography: 'caption',
            color: 'text.disabled',
            // Only if there is room beside all five tabs.
            '@container (min-width: 41rem)': { display: 'flex' },
          }}
        >
          <Box dir="ltr" sx={{ display: 'flex', gap: 1 }}>
            <KeyCap>{first}</KeyCap>–<KeyCap>5</KeyCap>
          </Box>
        </Box>
      )}
    </Box>
  );
}
