import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { spokenWords } from '../components/script/spoken-words.ts';
import { useScriptSteps } from '../components/script/steps.ts';
import { RegisterPanel } from './register/register-panel.tsx';
import { RegisterScreen } from './register/register-screen.tsx';
import { ownPerson, personName } from './people/person-words.ts';
import { useNow } from '../lib/clock.ts';
import { useSession } from '../lib/session.ts';
import { useShortcut } from '../lib/shortcuts.ts';
import { OwnDayStrip } from '../app/operator/own-day.tsx';
import { ContactBottomBar } from './header/actions.tsx';
import { ContactColumns, LeftColumn, ScriptColumn, TabsCard, useContactRoom } from './layout.tsx';
import { ContactHeader } from './header/header.tsx';
import { ContactCallback, ContactNext, ContactNotes, ContactOutcomes } from './notices.tsx';
import { ContactPanel } from './tabs/tab-panel.tsx';
import { ContactScript, ScriptDialog, ScriptRowButton, useScriptChoice } from './script/script.tsx';
import { PeopleSkeleton } from './skeletons.tsx';
import { ContactTabs, contactPanelId, contactTabId } from './tabs/tabs.tsx';
import type { ContactWork } from './use-contact-work.ts';

interface ContactScreenProps {
  campaign: CampaignDetail;
  /** Undefined while it is on its way: everything keeps its place meanwhile. */
  detail: CallDetail | undefined;
  phone: string;
  work: ContactWork;
}

const NO_COUNTS = {};
export function ContactScreen({ campaign, detail, phone, work }: ContactScreenProps) {
  const { isMobile, isWide, isVast } = useContactRoom();
  const [isScriptOpen, setScriptOpen] = useState(false);
  const { script, choose } = useScriptChoice(campaign);
  const reading = { words: useSpokenWords(campaign, detail), steps: useScriptSteps(work.callKey.callId) };
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
      <Box data-notes sx={(theme) => ({ [theme.breakpoints.down('md')]: { '&:not(:empty)': { pt: 3 } } })}>
        {!isWide && !work.caller.isManager && <ContactCallback callId={work.callKey.callId} />}
        {detail && <ContactNotes campaign={campaign} detail={detail} work={work} />}
      </Box>
      <ContactColumns data-registering={work.isRegistering ? '' : undefined}>
        <LeftColumn hidden={coversLeft}>
          {work.isShown && !isMobile && !work.isRegistering && <ContactOutcomes campaignId={campaign.id} work={work} />}
          <TabsCard>
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
              id={contactPanelId(work.tab)}
              aria-labelledby={contactTabId(work.tab)}
              sx={{ bgcolor: 'background.paper', borderRadius: 'inherit' }}
            >
              {detail ? (
                <ContactPanel key={detail.callId} tab={work.tab} campaign={campaign} detail={detail} work={work} />
              ) : (
                <PeopleSkeleton />
              )}
            </Box>
          </TabsCard>
        </LeftColumn>
        {register && work.isRegistering && !isMobile && (
          <Box sx={{ height: 'var(--column-height)' }}>
            <RegisterPanel key={work.callKey.callId} {...register} asideRef={aside} />
          </Box>
        )}
        {isWide && (
          <ScriptColumn>
            {!work.caller.isManager && <ContactCallback callId={work.callKey.callId} />}
            <ContactScript ref={aside} scripts={campaign.scripts} script={script} {...reading} onChoose={choose} />
          </ScriptColumn>
        )}
      </ContactColumns>
      {isMobile && <ContactBottomBar work={work} />}
      {register && work.isRegistering && isMobile && (
        <RegisterScreen
          key={work.callKey.callId}
          {...register}
          who={[formatPhone(phone), person && personName(person)].filter(Boolean).join(' · ')}
          onScript={script && (() => setScriptOpen(true))}
        />
      )}
      {isScriptOpen && script && <ScriptDialog script={script} {...reading} onClose={() => setScriptOpen(false)} />}
    </>
  );
}

/** What the script says of this very call: its own person, and whoever is at the desk. */
function useSpokenWords(campaign: CampaignDetail, detail: CallDetail | undefined) {
  const operator = useSession()?.name ?? '';
  const now = useNow();
  return detail && spokenWords({ person: ownPerson(detail), operator, campaign: campaign.name, now });
}
