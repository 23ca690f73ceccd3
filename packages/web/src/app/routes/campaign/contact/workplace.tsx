import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef, useState } from 'react';
import { RegisterPanel } from '../../../../features/calls/register/register-panel.tsx';
import { RegisterScreen } from '../../../../features/calls/register/register-screen.tsx';
import { ownPerson, personName } from '../../../../features/contacts/person-words.ts';
import { useShortcut } from '../../../../lib/shortcuts.ts';
import { ALL_BARS, FIXED_TOP, LOW_WINDOW } from '../../../../theme/tokens.ts';
import { DAY_STRIP_HEIGHT, OwnDayStrip } from '../../../own-day.tsx';
import { ContactBottomBar } from './actions.tsx';
import { ContactHeader } from './header.tsx';
import { ContactCallback, ContactNext, ContactNotes, ContactOutcomes } from './notices.tsx';
import { ContactPanel } from './panel.tsx';
import { ContactScript, ScriptDialog, ScriptRowButton, useScriptChoice } from './script.tsx';
import { ContactTabs, panelId, tabId } from './tabs.tsx';
import type { ContactWork } from './use-contact-work.ts';

interface ContactWorkplaceProps {
  campaign: CampaignDetail;
  /** Undefined while it is on its way: everything keeps its place meanwhile. */
  detail: CallDetail | undefined;
  phone: string;
  work: ContactWork;
}

const NO_COUNTS = {};
/** What is left of the window under the header, and between the shell's bars; the columns fill it. */
const columnHeight = (header: string) =>
  `max(24rem, calc(100vh - ${ALL_BARS} - ${header} - var(${DAY_STRIP_HEIGHT}, 0px)))`;
const COLUMN_HEIGHT = columnHeight('13.25rem');
const COLUMN_HEIGHT_LOW = columnHeight('9.375rem');
const SCRIPT_WIDTH = '24.75rem';

export function ContactWorkplace({ campaign, detail, phone, work }: ContactWorkplaceProps) {
  const { breakpoints } = useTheme();
  const isMobile = useMediaQuery(breakpoints.down('md'), { noSsr: true });
  const isWide = useMediaQuery(breakpoints.up('lg'), { noSsr: true });
  // Room for all three: contact, registration and script side by side.
  const isVast = useMediaQuery('(min-width: 1800px)', { noSsr: true });
  const [isScriptOpen, setScriptOpen] = useState(false);
  const { script, choose } = useScriptChoice(campaign);
  const aside = useRef<HTMLElement>(null);
  useShortcut('call', () => work.open());
  useShortcut('next', work.goNext);
  // The number stays in sight while its call is registered.
  useEffect(() => {
    if (work.isRegistering) window.scrollTo({ top: 0 });
  }, [work.isRegistering]);

  const coversLeft = work.isRegistering && !isMobile && !isVast;
  const register = detail && {
    states: work.states,
    people: detail.contacts.map((person) => ({ id: person.id, name: personName(person) })),
    form: work.form,
    refusal: work.refusal,
    reason: work.reason,
    next: <ContactNext campaignId={campaign.id} next={work.next} />,
    isSaving: work.isSaving,
    onSave: work.save,
    onClose: work.close,
  };
  const person = detail && ownPerson(detail);
  return (
    <>
      <ContactHeader
        campaign={campaign}
        detail={detail}
        phone={phone}
        work={work}
        isMobile={isMobile}
        isWide={isWide}
      />
      {!isMobile && <OwnDayStrip />}
      {/* On a phone the tabs below reach up to the header: notes keep their distance from both. */}
      <Box sx={(theme) => ({ [theme.breakpoints.down('md')]: { '&:not(:empty)': { pt: 3 } } })}>
        {!isWide && !work.caller.isManager && <ContactCallback callId={work.callKey.callId} />}
        {detail && <ContactNotes campaign={campaign} detail={detail} work={work} />}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          alignItems: 'stretch',
          gridTemplateColumns: isWide
            ? work.isRegistering && isVast
              ? `minmax(0, 1fr) 38.75rem ${SCRIPT_WIDTH}`
              : `minmax(0, 1fr) ${SCRIPT_WIDTH}`
            : 'minmax(0, 1fr)',
          '--column-height': COLUMN_HEIGHT,
          [`@media ${LOW_WINDOW}`]: { '--column-height': COLUMN_HEIGHT_LOW },
        }}
      >
        <Box
          hidden={coversLeft}
          sx={{ display: coversLeft ? 'none' : 'flex', flexDirection: 'column', gap: 3.5, minWidth: 0 }}
        >
          {work.isShown && !isMobile && !work.isRegistering && <ContactOutcomes campaignId={campaign.id} work={work} />}
          <Paper
            sx={(theme) => ({
              flex: 1,
              minWidth: 0,
              // Its lists look at the room they have, not at the window.
              containerType: 'inline-size',
              [theme.breakpoints.down('md')]: {
                mx: -3,
                border: 0,
                borderRadius: 0,
                background: 'transparent',
              },
            })}
          >
            <Box sx={{ bgcolor: 'background.paper', borderRadius: 'inherit' }}>
              <ContactTabs
                tab={work.tab}
                counts={detail ? { contacts: detail.contacts.length, campaigns: detail.campaigns.length } : NO_COUNTS}
                onTab={work.setTab}
              />
            </Box>
            {!isWide && script && (
              <Box sx={{ p: 3, pb: { xs: 3, md: 0 } }}>
                <ScriptRowButton script={script} onOpen={() => setScriptOpen(true)} />
              </Box>
            )}
            <Box
              role="tabpanel"
              id={panelId(work.tab)}
              aria-labelledby={tabId(work.tab)}
              sx={{ bgcolor: 'background.paper', borderRadius: 'inherit' }}
            >
              {detail ? (
                <ContactPanel key={detail.callId} tab={work.tab} campaign={campaign} detail={detail} work={work} />
              ) : (
                <Box sx={{ p: 4 }}>
                  <Skeleton height={240} />
                </Box>
              )}
            </Box>
          </Paper>
        </Box>
        {register && work.isRegistering && !isMobile && (
          <Box sx={{ height: 'var(--column-height)' }}>
            <RegisterPanel key={work.callKey.callId} {...register} asideRef={aside} />
          </Box>
        )}
        {isWide && (
          <Box
            sx={{
              position: 'sticky',
              top: `calc(${FIXED_TOP} + 12px)`,
              height: 'var(--column-height)',
              alignSelf: 'start',
              display: 'flex',
              flexDirection: 'column',
            }}
          >
            {!work.caller.isManager && <ContactCallback callId={work.callKey.callId} />}
            <ContactScript ref={aside} scripts={campaign.scripts} script={script} onChoose={choose} />
          </Box>
        )}
      </Box>
      {isMobile && <ContactBottomBar work={work} />}
      {register && work.isRegistering && isMobile && (
        <RegisterScreen
          key={work.callKey.callId}
          {...register}
          who={[formatPhone(phone), person && personName(person)].filter(Boolean).join(' · ')}
          onScript={script && (() => setScriptOpen(true))}
        />
      )}
      {isScriptOpen && script && <ScriptDialog script={script} onClose={() => setScriptOpen(false)} />}
    </>
  );
}
