import type { BlankTexts } from '@campanero/contract/scripts/blanks';
import type { Script } from '@campanero/contract/campaigns/detail-schemas';
import { isClosed } from '@campanero/contract/campaigns/status';
import { contacts } from '@campanero/contract/contacts/endpoints';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { NUMBER_CAMPAIGNS_PAGE_SIZE } from '@campanero/contract/limits';
import { formatDate } from '@campanero/contract/shared/dates';
import { Box, ButtonBase, Skeleton, styled } from '@mui/material';
import type { ReactNode } from 'react';
import { paths } from '../../app/pages.ts';
import { IconExternalLink } from '../../components/icons.ts';
import { KeyCap } from '../../components/key-cap.tsx';
import { later } from '../../components/later.tsx';
import { Hint, Line, PlainList, Stacked } from '../../components/layout.tsx';
import { PageTabs, panelOf } from '../../components/page/page-tabs.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { usePages } from '../../components/table/pager.tsx';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';
import { useKeyCaps, useShortcut } from '../../lib/shortcuts.ts';
import type { ContactHeaderProps } from '../header/header.tsx';
import { CallHistory } from '../history/history.tsx';
import { SURFACE, TabsCard } from '../layout.tsx';
import { Empty, PersonList } from '../people/person-list.tsx';
import { ScriptRowButton } from '../script/script.tsx';
import { PeopleSkeleton } from '../skeletons.tsx';
import { CONTACT_FAILED } from '../texts.ts';
import { CONTACT_TABS, type ContactTab } from '../use-contact-work.ts';

// Loaded when their tab is opened: calling does not need them.
const formSkeleton = (
  <Box sx={{ p: 4 }}>
    <Skeleton height={240} />
  </Box>
);
const PersonInformation = later(
  async () => (await import('../people/person-form.tsx')).PersonInformation,
  formSkeleton,
);
const ObservationForm = later(async () => (await import('./observation-form.tsx')).ObservationForm, formSkeleton);
const OperatorTab = later(async () => (await import('./operator-form.tsx')).OperatorTab, formSkeleton);

const TABS_ID = 'contact';

interface TabsAreaProps extends Omit<ContactHeaderProps, 'phone'> {
  script: Script | undefined;
  onScript: () => void;
  /** Opens the questionnaire where it does not stand beside the contact. */
  survey: ReactNode;
  words: BlankTexts | undefined;
}

export const TabsArea = ({ campaign, detail, work, script, onScript, survey, words }: TabsAreaProps) => (
  <TabsCard>
    <Box sx={SURFACE}>
      <ContactTabs work={work} detail={detail} />
    </Box>
    {(script ?? survey) && (
      <Stacked gap={2} sx={{ p: 3, pb: { xs: 3, md: 0 } }}>
        {script && <ScriptRowButton script={script} onOpen={onScript} />}
        {survey}
      </Stacked>
    )}
    <Box {...panelOf(TABS_ID, work.tab)} sx={SURFACE}>
      {detail ? (
        <ContactPanel key={detail.callId} campaign={campaign} detail={detail} work={work} words={words} />
      ) : (
        <PeopleSkeleton />
      )}
    </Box>
  </TabsCard>
);

function ContactTabs({ work: { tab, setTab: onTab }, detail }: Pick<TabsAreaProps, 'work' | 'detail'>) {
  const first = useKeyCaps('tab1');

  const countOf = (key: ContactTab) => (key === 'contacts' || key === 'campaigns' ? detail?.[key].length : undefined);
  useShortcut('tab1', () => onTab('contacts'));
  useShortcut('tab2', () => onTab('information'));
  useShortcut('tab3', () => onTab('observation'));
  useShortcut('tab4', () => onTab('campaigns'));
  useShortcut('tab5', () => onTab('operator'));
  return (
    <Line gap={0} sx={{ borderBottom: 1, borderColor: 'line.soft' }}>
      <PageTabs
        id={TABS_ID}
        label="Partes del contacto"
        tabs={(Object.keys(CONTACT_TABS) as ContactTab[]).map((key) => ({
          key,
          label: (
            <Line component="span" sx={{ display: 'inline-flex', alignItems: 'baseline' }}>
              {CONTACT_TABS[key]}
              {countOf(key) !== undefined && (
                <Hint component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {countOf(key)}
                </Hint>
              )}
            </Line>
          ),
        }))}
        current={tab}
        onChange={onTab}
        sx={{
          flex: 1,
          minWidth: 0,
          px: { xs: 1, md: 2 },
          borderBottom: 0,
          '@container (max-width: 34rem)': { px: 1, '& .MuiTab-root': { px: 2.25 } },
        }}
      />
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
          <Box dir="ltr" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <KeyCap>{first}</KeyCap>–<KeyCap>5</KeyCap>
          </Box>
        </Hint>
      )}
    </Line>
  );
}

type ContactPanelProps = Pick<TabsAreaProps, 'campaign' | 'work' | 'words'> & { detail: CallDetail };

function ContactPanel({ campaign, detail, work, words }: ContactPanelProps) {
  const contactKey = { callId: detail.callId, phone: detail.number };
  switch (work.tab) {
    case 'contacts':
      return (
        <>
          <PersonList contactKey={contactKey} detail={detail} />
          <CallHistory work={work} mayCorrect={detail.mayCorrect} words={words} />
        </>
      );
    case 'information':
      return <PersonInformation contactKey={contactKey} detail={detail} />;
    case 'observation':
      return <ObservationForm contactKey={contactKey} detail={detail} isClosed={isClosed(campaign)} />;
    case 'campaigns':
      return <NumberCampaigns campaigns={detail.campaigns} phone={detail.number} />;
    case 'operator':
      return <OperatorTab callKey={work.callKey} campaign={campaign} detail={detail} />;
  }
}

const Row = styled(ButtonBase)(({ theme }) => ({
  width: '100%',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto 18px',
  alignItems: 'center',
  gap: '2px 16px',
  padding: '8px 16px',
  textAlign: 'start',
  borderBottom: `1px solid ${theme.palette.line.soft}`,
  '&:hover': { background: theme.palette.surface.hover },
  '&.Mui-focusVisible, &:focus-visible': { outlineOffset: -2 },
  '& b': { display: 'block', fontWeight: 550, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& b > bdi': { color: theme.palette.text.disabled, fontWeight: 450 },
  '& small': { ...theme.typography.caption, color: theme.palette.text.secondary },
  '@container (max-width: 35rem)': {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '6px 16px',
    '& > svg': { display: 'none' },
    '& b': { whiteSpace: 'normal' },
    '& > span:first-of-type': { gridColumn: '1 / -1' },
    // The status.
    '& > span:nth-of-type(2)': { gridColumn: 1, gridRow: 2, justifySelf: 'start' },
  },
}));

function NumberCampaigns({ campaigns, phone }: { campaigns: CallDetail['campaigns']; phone: string }) {
  const { shown, pager } = usePages(campaigns, NUMBER_CAMPAIGNS_PAGE_SIZE);
  const find = useChange((campaignId: number) => call(contacts.inCampaign, { params: { phone, campaignId } }), {
    failed: CONTACT_FAILED,
    onSuccess: ({ campaignId, callId }) =>
      window.open(`${paths.contact(campaignId, callId, phone)}?redirected=true`, '_blank', 'noopener'),
  });
  if (campaigns.length === 0) return <Empty>No se encontraron registros</Empty>;
  return (
    <>
      <PlainList aria-label="Campañas de este número">
        {shown.map(({ id, name, objectiveName, startDate, endDate, status }) => (
          <li key={id}>
            <Row
              aria-busy={find.isPending && find.variables === id}
              aria-description="Se abre en otra pestaña"
              onClick={() => !find.isPending && find.mutate(id)}
            >
              <span style={{ minWidth: 0 }}>
                <b title={name}>
                  <bdi>{id}</bdi>&ensp;{name}
                </b>
                <small>{objectiveName}</small>
              </span>
              <small style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
                {formatDate(startDate)} – {formatDate(endDate)}
              </small>
              <StatusChip status={status} />
              <IconExternalLink size={16} stroke={1.75} aria-hidden />
            </Row>
          </li>
        ))}
      </PlainList>
      {pager}
    </>
  );
}
