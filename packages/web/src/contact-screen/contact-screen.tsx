import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { NUMBER_REFUSALS } from '@campanero/contract/calls/number-refusals';
import { READ_TEXTS } from '@campanero/contract/error-texts';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Alert, Box, Button, Skeleton } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { OwnDayStrip } from '../app/operator/own-day.tsx';
import { spokenTexts } from '../components/script/spoken-words.ts';
import { useScriptSteps } from '../components/script/steps.ts';
import { later } from '../components/later.tsx';
import { closedReason } from '../features/calls/calling-state.ts';
import { useNow } from '../lib/clock.ts';
import { useSession } from '../lib/session.ts';
import { useShortcut } from '../lib/shortcuts.ts';
import { ContactBottomBar, ContactHeader, type ContactHeaderProps } from './header/header.tsx';
import { ContactColumns, LeftColumn, NOTE, ScriptColumn, useContactSpace } from './layout.tsx';
import { ContactCallback } from './next/due-callback.tsx';
import { ownPerson, personName } from './people/person-words.ts';
import { PhoneNote } from './phone-calls.tsx';
import { QuickOutcomes } from './register/quick-outcomes.tsx';
import { RegisterPanel, RegisterScreen } from './register/register-panel.tsx';
import { ContactScript, ScriptDialog, ScriptPart, useScriptChoice } from './script/script.tsx';
import { ColumnSkeleton } from './skeletons.tsx';
import { TabsArea } from './tabs/tabs.tsx';
import type { ContactWork } from './use-contact-work.ts';

// A campaign without a survey loads nothing of it.
const loadSurvey = () => import('./survey/survey-panel.tsx');
const SurveyColumn = later(async () => (await loadSurvey()).SurveyColumn, <ColumnSkeleton />);
const SurveyDialog = later(async () => (await loadSurvey()).SurveyDialog);
const SurveyRow = later(async () => (await loadSurvey()).SurveyRow, <Skeleton height={48} />);

export function ContactScreen({ campaign, detail, phone, work }: ContactHeaderProps) {
  const { isMobile, isWide, isVast } = useContactSpace();
  const [isScriptOpen, setScriptOpen] = useState(false);
  const openScript = () => setScriptOpen(true);
  const { script, choose } = useScriptChoice(campaign);
  const operator = useSession()?.name ?? '';
  const now = useNow();
  const person = detail && ownPerson(detail);
  const words = detail && spokenTexts({ person, operator, campaign: campaign.name, now });
  const reading = { words, steps: useScriptSteps(work.callKey.callId) };
  const aside = useRef<HTMLElement>(null);
  useShortcut('call', () => work.open(), { enabled: work.isReady && !work.isGoing && !work.isSaving });
  useShortcut('next', work.goNext);
  const asked = useAskedQuestions({ campaign, detail, work, isWide });
  // So that the number is visible while the call is registered.
  useEffect(() => {
    if (work.isRegistering) window.scrollTo({ top: 0 });
  }, [work.isRegistering]);

  const who = [formatPhone(phone), person && personName(person)].filter(Boolean).join(' · ');
  const coversLeft = work.isRegistering && !isMobile && !isVast;
  return (
    <>
      <ContactHeader campaign={campaign} detail={detail} phone={phone} work={work} />
      {!isMobile && <OwnDayStrip />}
      {/* On a phone there is no gap between the header and the tabs: the notes need one. */}
      <Box data-notes sx={(theme) => ({ [theme.breakpoints.down('md')]: { '&:not(:empty)': { pt: 3 } } })}>
        {!isWide && !work.isManager && <ContactCallback callId={work.callKey.callId} />}
        {detail && <PhoneNote work={work} />}
        {detail && <ContactNotes campaign={campaign} detail={detail} work={work} />}
      </Box>
      <ContactColumns data-registering={work.isRegistering ? '' : undefined}>
        <LeftColumn hidden={coversLeft}>
          {work.isShown && !isMobile && !work.isRegistering && <QuickOutcomes work={work} />}
          <TabsArea
            campaign={campaign}
            detail={detail}
            work={work}
            script={isWide ? undefined : script}
            onScript={openScript}
            words={words}
            survey={asked && !isWide && <SurveyRow campaign={campaign} work={work} />}
          />
        </LeftColumn>
        {work.isRegistering && detail && !isMobile && (
          <Box sx={{ height: 'var(--column-height)' }}>
            <RegisterPanel
              key={work.callKey.callId}
              work={work}
              detail={detail}
              asideRef={aside}
              onSurvey={isWide ? undefined : asked?.open}
            />
          </Box>
        )}
        {isWide && (
          <ScriptColumn>
            {!work.isManager && <ContactCallback callId={work.callKey.callId} />}
            {campaign.survey ? (
              asked ? (
                <SurveyColumn
                  ref={aside}
                  {...asked.props}
                  words={words}
                  script={
                    script && <ScriptPart scripts={campaign.scripts} script={script} {...reading} onChoose={choose} />
                  }
                />
              ) : (
                <ColumnSkeleton />
              )
            ) : (
              <ContactScript ref={aside} scripts={campaign.scripts} script={script} {...reading} onChoose={choose} />
            )}
          </ScriptColumn>
        )}
      </ContactColumns>
      {isMobile && <ContactBottomBar work={work} />}
      {work.isRegistering && detail && isMobile && (
        <RegisterScreen
          key={work.callKey.callId}
          work={work}
          detail={detail}
          who={who}
          onScript={script && openScript}
          onSurvey={asked?.open}
        />
      )}
      {asked && !isWide && work.survey.isOpen && <SurveyDialog {...asked.props} words={words} who={who} />}
      {isScriptOpen && script && <ScriptDialog script={script} {...reading} onClose={() => setScriptOpen(false)} />}
    </>
  );
}

interface AskedOptions extends Pick<ContactHeaderProps, 'campaign' | 'detail' | 'work'> {
  isWide: boolean;
}

/** The questionnaire of the campaign, if it has one; a key leads there and back to the outcome. */
function useAskedQuestions({ campaign, detail, work, isWide }: AskedOptions) {
  const isAsked = campaign.survey !== null && detail !== undefined;
  const { show, hide, isOpen } = work.survey;
  useShortcut(
    'survey',
    () => {
      const isThere = isWide ? document.activeElement?.closest('[data-survey]') : isOpen;
      if (!isThere) return show();
      hide();
      work.registerAnswered();
    },
    { enabled: isAsked },
  );
  return isAsked
    ? { open: () => show(), props: { campaign, work, mayAnswer: work.isShown && detail.mayRegister } }
    : undefined;
}

function ContactNotes({
  campaign,
  detail,
  work,
}: Omit<ContactHeaderProps, 'detail' | 'phone'> & { detail: CallDetail }) {
  if (detail.blocked)
    return (
      <Alert severity="error" sx={{ mb: 3.5 }}>
        <b>{NUMBER_REFUSALS.NUMBER_BLOCKED}</b> {detail.blocked}
      </Alert>
    );
  if (!work.isShown)
    return (
      <Alert severity="info" sx={{ mb: 3.5 }}>
        {closedReason(campaign)}
      </Alert>
    );
  // While registering, the form shows the reason.
  if (work.isRegistering) return null;
  if (!work.reason)
    return detail.inReserve ? (
      <Alert severity="info" sx={{ mb: 3.5 }}>
        Está en la reserva de la muestra: no se entrega a nadie hasta que se libere. Si registra un llamado, pasa a
        usarse.
      </Alert>
    ) : null;
  const action = noteAction(work);
  return (
    <Alert
      severity="warning"
      sx={NOTE}
      action={
        action && (
          <Button size="small" variant="text" color="inherit" onClick={action.onClick}>
            {action.label}
          </Button>
        )
      }
    >
      {work.reason}
    </Alert>
  );
}

function noteAction({ reason, setTab, isWaiting, registerSpoken }: ContactWork) {
  if (reason === READ_TEXTS.INVALID_OPERATOR) return { label: 'Tomar el contacto', onClick: () => setTab('operator') };
  return isWaiting ? { label: 'Registrar lo hablado', onClick: registerSpoken } : undefined;
}
