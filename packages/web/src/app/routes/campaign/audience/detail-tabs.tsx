import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Box, Tab, Tabs } from '@mui/material';
import type { ReactNode } from 'react';
import { AUDIENCE_TABS, type AudienceTab } from '../../../../features/audience/list/audience-filters.ts';
import { LOW_WINDOW } from '../../../../theme/tokens.ts';
import { DetailPanel } from './detail-panel.tsx';

const LABELS: Record<AudienceTab, string> = {
  information: 'Información',
  place: 'Ubicación',
  script: 'Script',
  form: 'Formulario',
  audience: 'Audiencia',
};

interface DetailTabsProps {
  campaign: CampaignDetail;
  tab: AudienceTab | undefined;
  onTab: (tab: AudienceTab | undefined) => void;
  total: number | undefined;
  /** In the line of the tabs on wide windows, below it elsewhere. */
  aside?: ReactNode;
}

const FIRST: AudienceTab = 'audience';

/** The tabs above the audience, for managers. */
export function DetailTabs({ campaign, tab = FIRST, onTab, total, aside }: DetailTabsProps) {
  return (
    <>
      <Box sx={{ position: 'relative', mb: 3, [`@media ${LOW_WINDOW}`]: { mb: 2 } }}>
        <Tabs
          value={tab}
          onChange={(_event, chosen: AudienceTab) => onTab(chosen === FIRST ? undefined : chosen)}
          variant="scrollable"
          scrollButtons={false}
          aria-label="Partes de la campaña"
        >
          {AUDIENCE_TABS.map((key) => (
            <Tab
              key={key}
              value={key}
              id={`detail-tab-${key}`}
              aria-controls={`detail-panel-${key}`}
              label={
                <Box component="span" sx={{ display: 'inline-flex', alignItems: 'baseline', gap: 2 }}>
                  {LABELS[key]}
                  {key === 'audience' && total !== undefined && (
                    <Box
                      component="span"
                      sx={{ typography: 'body2', color: 'text.disabled', fontVariantNumeric: 'tabular-nums' }}
                    >
                      {formatCount(total)}
                    </Box>
                  )}
                </Box>
              }
            />
          ))}
        </Tabs>
        {aside}
      </Box>
      <div role="tabpanel" id={`detail-panel-${tab}`} aria-labelledby={`detail-tab-${tab}`}>
        <DetailPanel tab={tab} campaign={campaign} />
      </div>
    </>
  );
}
