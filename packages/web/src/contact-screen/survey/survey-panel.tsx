import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { COMPLETE_STATE } from '@campanero/contract/configuration/schemas';
import type { BlankTexts } from '@campanero/contract/scripts/blanks';
import { isComplete, progress } from '@campanero/contract/surveys/evaluate';
import {
  Alert,
  Box,
  ButtonBase,
  Dialog,
  Paper,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
  useMediaQuery,
  useTheme,
} from '@mui/material';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { DialogClose } from '../../components/form/dialogs.tsx';
import { IconChecklist, IconChevronRight } from '../../components/icons.ts';
import { ShortcutCap } from '../../components/key-cap.tsx';
import { Line } from '../../components/layout.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { AnswerList } from '../../features/surveys/ask/answer-list.tsx';
import { focusAnswer, SurveyFlow } from '../../features/surveys/ask/survey-flow.tsx';
import { Empty } from '../people/person-list.tsx';
import type { ContactWork } from '../use-contact-work.ts';
import { useInterviewDrops } from './interview-draft.ts';
import { useInterview } from './use-interview.ts';

const SURVEY_FAILED = 'No fue posible cargar el relevamiento. Inténtelo de nuevo o contacte con el soporte.';

interface SurveyProps {
  campaign: CampaignDetail;
  work: ContactWork;
  /** What fills the blanks; undefined while the contact is loading. */
  words: BlankTexts | undefined;
  /** Nobody else works on the call, and the campaign is open. */
  mayAnswer: boolean;
}

/** Script and questionnaire in the column beside the outcome. */
export function SurveyColumn({ script, ref, ...props }: SurveyProps & { script: ReactNode; ref: Ref<HTMLElement> }) {
  const [shows, setShows] = useState('survey');
  if (props.work.survey.wantsFocus && shows !== 'survey') setShows('survey');
  const isSurvey = shows === 'survey' || !script;
  return (
    <Paper
      component="section"
      ref={ref}
      aria-label="Relevamiento y script"
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', overflow: 'hidden' }}
    >
      <Line gap={2.5} sx={{ flex: 'none', minHeight: '2.75rem', px: 3.5, borderBottom: 1, borderColor: 'line.soft' }}>
        {script ? (
          <ToggleButtonGroup
            exclusive
            aria-label="Qué se ve"
            value={shows}
            onChange={(_event, chosen: string | null) => chosen && setShows(chosen)}
            sx={{ my: 1.5 }}
          >
            <ToggleButton value="survey">Relevamiento</ToggleButton>
            <ToggleButton value="script">Script</ToggleButton>
          </ToggleButtonGroup>
        ) : (
          <Typography variant="h3" component="h2">
            Relevamiento
          </Typography>
        )}
        <Box sx={{ marginInlineStart: 'auto' }}>
          <ShortcutCap id="survey" />
        </Box>
      </Line>
      {isSurvey ? <Interview {...props} /> : script}
    </Paper>
  );
}

/** The questionnaire on a narrow screen: it covers the page, as the script does. */
export function SurveyDialog({ who, ...props }: SurveyProps & { who: string }) {
  const titleId = useId();
  const isMobile = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  const { hide } = props.work.survey;
  return (
    <Dialog
      open
      onClose={hide}
      fullScreen={isMobile}
      aria-labelledby={titleId}
      slotProps={{
        paper: {
          sx: isMobile
            ? { '&&': { m: 0, maxWidth: '100%', borderRadius: 0, bgcolor: 'background.paper' } }
            : { width: 640, maxWidth: 640, height: '85vh' },
        },
      }}
    >
      <Box sx={{ flex: 'none', p: '10px 16px', paddingInlineEnd: '56px', borderBottom: 1, borderColor: 'line.soft' }}>
        <Typography variant="h3" component="h2" id={titleId}>
          Relevamiento
        </Typography>
        <Typography variant="caption" component="p" color="textDisabled" noWrap title={who}>
          <bdi>{who}</bdi>
        </Typography>
      </Box>
      <Interview {...props} />
      <DialogClose onClose={hide} />
    </Dialog>
  );
}

/** Opens the dialog, and says how far the interview is. */
export function SurveyRow({ campaign, work }: Pick<SurveyProps, 'campaign' | 'work'>) {
  const { callId } = work.callKey;
  // The dialog writes the same draft: the row reads it again when that closes.
  const isOpen = work.survey.isOpen ? 'open' : 'closed';
  return <Row key={`${callId}-${useInterviewDrops(callId)}-${isOpen}`} campaign={campaign} work={work} />;
}

function Row({ campaign, work }: Pick<SurveyProps, 'campaign' | 'work'>) {
  const { survey, answers } = useInterview(campaign, work.callKey.callId);
  return (
    <Paper
      component={ButtonBase}
      onClick={() => work.survey.show()}
      sx={{ width: '100%', minHeight: '3rem', px: 3.5, gap: 2.5, justifyContent: 'flex-start' }}
    >
      <IconChecklist size={18} stroke={1.75} aria-hidden />
      <b style={{ fontWeight: 600, whiteSpace: 'nowrap' }}>Relevamiento</b>
      <Typography variant="body2" component="span" color="textSecondary" noWrap sx={{ flex: 1, textAlign: 'start' }}>
        {survey && answers && inWords(progress(survey.items, answers))}
      </Typography>
      <IconChevronRight size={18} stroke={1.75} aria-hidden />
    </Paper>
  );
}

const inWords = ({ done, total }: { done: number; total: number }) =>
  done === total ? 'Completo' : done === 0 ? `${total} preguntas` : `Respondidas ${done} de ${total}`;

/** A saved interview begins anew with what is stored. */
function Interview(props: SurveyProps) {
  const { callId } = props.work.callKey;
  return <Answering key={`${callId}-${useInterviewDrops(callId)}`} {...props} />;
}

function Answering({ campaign, work, words, mayAnswer }: SurveyProps) {
  const { callId } = work.callKey;
  const { query, survey, answers, change, fitted, isShut } = useInterview(campaign, callId);
  const { wantsFocus, arrived, wrong } = work.survey;
  const frame = useRef<HTMLDivElement>(null);
  const isThere = survey !== undefined && answers !== undefined;
  useFocusOnCall(frame, { isThere, wantsFocus, arrived });
  if (!isThere)
    return (
      <Box sx={{ p: 4 }}>
        <QueryState query={query} height={200} failed={SURVEY_FAILED} />
      </Box>
    );
  const { items } = survey;
  if (!mayAnswer)
    return (
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 4, py: 3 }}>
        <Typography variant="body2" color="textSecondary">
          {inWords(progress(items, answers))}
        </Typography>
        {Object.keys(answers).length === 0 ? (
          <Empty>No se respondió ninguna pregunta.</Empty>
        ) : (
          <AnswerList items={items} blanks={words} answers={answers} />
        )}
      </Box>
    );
  const state = work.states.find(({ id }) => id === COMPLETE_STATE);
  return (
    <Box ref={frame} sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }} data-survey="">
      {fitted && (
        <Alert severity="warning" role="status">
          La campaña usa ahora otro relevamiento: de sus {fitted.of} respuestas sin guardar se conservaron {fitted.kept}
          .
        </Alert>
      )}
      {isShut && (
        <Alert severity="info" role="status">
          El cupo de quienes dan esta respuesta ya está completo. Agradezca, termine la llamada y registre el resultado.
        </Alert>
      )}
      <SurveyFlow
        items={items}
        blanks={words}
        answers={answers}
        onChange={change}
        wrong={wrong}
        onEnd={
          isComplete(items, answers)
            ? {
                label: state ? `Registrar «${state.name}»` : 'Registrar el llamado',
                run: () => work.registerAnswered(state),
              }
            : undefined
        }
      />
    </Box>
  );
}

interface FocusOptions {
  isThere: boolean;
  wantsFocus: boolean;
  arrived: () => void;
}

/** The keys of the questionnaire work at once on a contact that was just opened, unless something else has the focus. */
function useFocusOnCall(frame: { current: HTMLElement | null }, { isThere, wantsFocus, arrived }: FocusOptions) {
  const tellArrived = useEffectEvent(arrived);
  useEffect(() => {
    if (!isThere) return;
    const at = document.activeElement;
    const isFree = at === null || at === document.body || at.tagName === 'MAIN';
    if (wantsFocus || isFree) focusAnswer(frame.current);
    if (wantsFocus) tellArrived();
  }, [frame, isThere, wantsFocus]);
}
