import type { CampaignDetail, Script } from '@campanero/contract/campaigns/detail-schemas';
import { isClosed } from '@campanero/contract/campaigns/rules';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { Box, Skeleton, Tab, Tabs } from '@mui/material';
import { KeyCap } from '../../components/key-cap.tsx';
import { later } from '../../components/later.tsx';
import { Hint, Line } from '../../components/layout.tsx';
import { useKeyCaps, useShortcut } from '../../lib/shortcuts.ts';
import { CallHistory } from '../history/history.tsx';
import { SURFACE, TabsCard } from '../layout.tsx';
import { PersonList } from '../people/person-list.tsx';
import { ScriptRowButton } from '../script/script.tsx';
import { PeopleSkeleton } from '../skeletons.tsx';
import { CONTACT_TABS, type ContactTab, type ContactWork } from '../use-contact-work.ts';
import { NumberCampaigns } from './number-campaigns.tsx';
import { ObservationForm } from './observation-form.tsx';

// Loaded when their tab is opened: their search fields are large, and calling does not need them.
const formSkeleton = (
  <Box sx={{ p: 4 }}>
    <Skeleton height={240} />
  </Box>
);
const PersonInformation = later(
  () => import('../people/person-form.tsx').then((module) => module.PersonInformation),
  formSkeleton,
);
const OperatorForm = later(() => import('./operator-form.tsx').then((module) => module.OperatorForm), formSkeleton);

const tabId = (tab: ContactTab) => `contact-tab-${tab}`;
const panelId = (tab: ContactTab) => `contact-panel-${tab}`;

interface TabsAreaProps {
  campaign: CampaignDetail;
  detail: CallDetail | undefined;
  work: ContactWork;
  script: Script | undefined;
  onScript: () => void;
}

export function TabsArea({ campaign, detail, work, script, onScript }: TabsAreaProps) {
  return (
    <TabsCard>
      <Box sx={SURFACE}>
        <ContactTabs
          tab={work.tab}
          counts={{ contacts: detail?.contacts.length, campaigns: detail?.campaigns.length }}
          onTab={work.setTab}
        />
      </Box>
      {script && (
        <Box sx={{ p: 3, pb: { xs: 3, md: 0 } }}>
          <ScriptRowButton script={script} onOpen={onScript} />
        </Box>
      )}
      <Box role="tabpanel" id={panelId(work.tab)} aria-labelledby={tabId(work.tab)} sx={SURFACE}>
        {detail ? (
          <ContactPanel key={detail.callId} campaign={campaign} detail={detail} work={work} />
        ) : (
          <PeopleSkeleton />
        )}
      </Box>
    </TabsCard>
  );
}

interface ContactTabsProps {
  tab: ContactTab;
  counts: Partial<Record<ContactTab, number>>;
  onTab: (tab: ContactTab) => void;
}

function ContactTabs({ tab, counts, onTab }: ContactTabsProps) {
  const first = useKeyCaps('tab1');
  useShortcut('tab1', () => onTab('contacts'));
  useShortcut('tab2', () => onTab('information'));
  useShortcut('tab3', () => onTab('observation'));
  useShortcut('tab4', () => onTab('campaigns'));
  useShortcut('tab5', () => onTab('operator'));
  return (
    <Line gap={0} sx={{ borderBottom: 1, borderColor: 'line.soft' }}>
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
        {(Object.keys(CONTACT_TABS) as ContactTab[]).map((key) => (
          <Tab
            key={key}
            value={key}
            id={tabId(key)}
            aria-controls={panelId(key)}
            label={
              <Line component="span" sx={{ display: 'inline-flex', alignItems: 'baseline' }}>
                {CONTACT_TABS[key]}
                {counts[key] !== undefined && (
                  <Hint component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                    {counts[key]}
                  </Hint>
                )}
              </Line>
            }
          />
        ))}
      </Tabs>
      {first && (
        <Hint
          aria-hidden
          sx={{
            display: 'none',
            paddingInlineEnd: 4,
            // Only if there is room beside all five tabs.
            '@container (min-width: 41rem)': { display: 'flex' },
          }}
        >
          <Box dir="ltr" sx={{ display: 'flex', gap: 1 }}>
            <KeyCap>{first}</KeyCap>–<KeyCap>5</KeyCap>
          </Box>
        </Hint>
      )}
    </Line>
  );
}

function ContactPanel({ campaign, detail, work }: Pick<TabsAreaProps, 'campaign' | 'work'> & { detail: CallDetail }) {
  const contactKey = { callId: detail.callId, phone: detail.number };
  switch (work.tab) {
    case 'contacts':
      return (
        <>
          <PersonList contactKey={contactKey} detail={detail} />
          <CallHistory work={work} mayCorrect={detail.mayCorrect} />
        </>
      );
    case 'information':
      return <PersonInformation contactKey={contactKey} detail={detail} />;
    case 'observation':
      return <ObservationForm contactKey={contactKey} detail={detail} isClosed={isClosed(campaign)} />;
    case 'campaigns':
      return <NumberCampaigns campaigns={detail.campaigns} phone={detail.number} />;
    case 'operator':
      return <OperatorForm callKey={work.callKey} campaign={campaign} detail={detail} />;
  }
}
