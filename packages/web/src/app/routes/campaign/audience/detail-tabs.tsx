import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';
import { AUDIENCE_TABS, type AudienceTab } from '../../../../features/audience/list/audience-filters.ts';
import { DetailPanel } from './detail-panel.tsx';

const LABELS: Record<AudienceTab, string> = {
  information: 'Información',
  place: 'Ubicación',
  script: 'Script',
  form: 'Formulario',
  audience: 'Audiencia',
};
const OF_OPERATORS: readonly AudienceTab[] = ['script'];

interface DetailTabsProps {
  campaign: CampaignDetail;
  /** Without campaign.detail one sees the Script tab only (spec 2). */
  seesAll: boolean;
  tab: AudienceTab | undefined;
  onTab: (tab: AudienceTab | undefined) => void;
  /** How many the audience has; undefined until known. */
  total: number | undefined;
  /** At the end of the tabs' line where the window has room, under it elsewhere. */
  aside?: ReactNode;
}

/** What the campaign is, above the audience that all of it is about. */
export function DetailTabs({ campaign, seesAll, tab, onTab, total, aside }: DetailTabsProps) {
  const tabs = seesAll ? AUDIENCE_TABS : OF_OPERATORS;
  const first = seesAll ? 'audience' : 'script';
  const current = tab && tabs.includes(tab) ? tab : first;
  return (
    <>
      <Box sx={{ position: 'relative', mb: 3 }}>
        <Tabs
          value={current}
          onChange={(_event, chosen: AudienceTab) => onTab(chosen === first ? undefined : chosen)}
          variant="scrollable"
          scrollButtons={false}
          aria-label="Partes de la campaña"
        >
          {tabs.map((key) => (
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
                      sx={{
                        typography: 'body2',
                        color: 'text.disabled',
                        fontVariantNumeric: 'tabular-nums',
                      }}
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
      <div role="tabpanel" id={`detail-panel-${current}`} aria-labelledby={`detail-tab-${current}`}>
        <DetailPanel tab={current} campaign={campaign} seesAll={seesAll} />
      </div>
    </>
  );
}
