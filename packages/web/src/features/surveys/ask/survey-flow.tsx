import type { BlankTexts } from '@campanero/contract/scripts/blanks';
import {
  type Answer,
  type Answers,
  LONG_TEXT_MAX,
  SHORT_TEXT_MAX,
  type SurveyItem,
  type SurveyQuestion,
  UNKNOWN_WORDS,
} from '@campanero/contract/surveys/definition';
import { answerError, progress } from '@campanero/contract/surveys/evaluate';
import { Box, Button, LinearProgress, styled, Typography } from '@mui/material';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ActionButton } from '../../../components/action-button.tsx';
import { IconAlertTriangle, IconArrowLeft, IconArrowRight, IconCheck } from '../../../components/icons.ts';
import { KeyCap, ShortcutCap } from '../../../components/key-cap.tsx';
import { Line, Spread } from '../../../components/layout.tsx';
import { blankLook } from '../../../components/script/blank-words.tsx';
import { isShortcutKey } from '../../../lib/shortcuts.ts';
import { flexColumn } from '../../../theme/mixins.ts';
import { chosenLook } from '../../../theme/components/controls.ts';
import { AnswerList } from './answer-list.tsx';
import { askedAt, firstOpen, type FlowPlace, isEmptyAnswer, placeAfter, placeBefore } from './flow-steps.ts';
import { type AnswerInputProps, OptionList } from './option-list.tsx';
import { Spoken } from './spoken.tsx';
import { TextAnswer } from './text-answer.tsx';

const Frame = styled('section')(({ theme }) => ({
  ...flexColumn(0),
  flex: 1,
  minHeight: 0,
  minWidth: 0,
  overflowWrap: 'anywhere',
  '& > .asked': { ...flexColumn(14), flex: '1 1 auto', minHeight: 0, overflowY: 'auto', padding: '14px 16px' },
  '& > .asked > *': { flex: 'none' },
  '& > .foot': {
    flex: 'none',
    minHeight: '3.25rem',
    padding: '8px 16px',
    borderTop: `1px solid ${theme.palette.line.soft}`,
  },
  '& .note, & .question': { margin: 0, whiteSpace: 'pre-line' },
  '& .note': {
    ...theme.typography.reading,
    paddingInlineStart: 12,
    borderInlineStart: `3px solid ${theme.palette.secondary.main}`,
  },
  '& .question': { fontSize: '1.375rem', lineHeight: 1.35, fontWeight: 600, letterSpacing: '-0.01em' },
  '& .error': { ...theme.typography.body2, display: 'flex', gap: 5, margin: 0, color: theme.palette.error.main },
  ...blankLook(theme),
}));

/** Where the keys of the questionnaire are read. A finger chooses from a list without the keyboard over it. */
export function focusAnswer(within: HTMLElement | null): void {
  const input = within?.querySelector<HTMLElement>('[data-answer], button.row');
  const isSearch = input?.getAttribute('role') === 'combobox';
  const list = isSearch && window.matchMedia('(pointer: coarse)').matches && input?.getAttribute('aria-controls');
  (list ? document.getElementById(list) : input)?.focus({ preventScroll: true });
}

interface SurveyFlowProps {
  items: readonly SurveyItem[];
  /** What fills the blanks of its texts; undefined: they stay as written. */
  blanks: BlankTexts | undefined;
  /** Also those that are hidden or unfinished by now: the evaluator does not count them. */
  answers: Answers;
  onChange: (answers: Answers) => void;
  /** A button of the end card; the focus is on it when the last question is answered. */
  onEnd?: { label: string; run: () => void };
  /** A refused answer: the flow goes to its question and says why. Another object leads there again. */
  wrong?: { questionId: number; message?: string | undefined } | undefined;
}

/** The questionnaire as it is asked: one question at a time, by keys, mouse or touch. It saves nothing itself. */
export function SurveyFlow({ items, blanks, answers, onChange, onEnd, wrong }: SurveyFlowProps) {
  const flow = useFlow({ items, answers, onChange, wrong });
  const { question, section, notes, frame, handleKey } = flow;
  const { done, total } = progress(items, answers);
  const id = useId();
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of whatever has the focus in it
    <Frame ref={frame} aria-label="Relevamiento" onKeyDown={handleKey}>
      <Box sx={{ flex: 'none', padding: '10px 16px 0' }}>
        <Spread gap={2} sx={{ minHeight: '1.25rem', mb: 1.5 }}>
          <Typography variant="body2" component="h3" sx={{ fontWeight: 600 }}>
            {section && <Spoken text={section} blanks={blanks} />}
          </Typography>
          <Typography
            variant="body2"
            component="p"
            role="status"
            color="textSecondary"
            sx={{ fontVariantNumeric: 'tabular-nums' }}
          >
            Respondidas {done} de {total}
          </Typography>
        </Spread>
        <LinearProgress variant="determinate" aria-hidden value={total === 0 ? 0 : (100 * done) / total} />
      </Box>
      <div className="asked" key={question?.id ?? 'end'}>
        {notes.length > 0 && (
          <Box id={`${id}-notes`} sx={flexColumn(8)}>
            {notes.map((note) => (
              <p key={note.id} className="note">
                <Spoken text={note.text} blanks={blanks} />
              </p>
            ))}
          </Box>
        )}
        {question ? (
          <Asked
            id={id}
            question={question}
            blanks={blanks}
            hasNotes={notes.length > 0}
            answers={answers}
            flow={flow}
          />
        ) : (
          <>
            <Line gap={2.5}>
              <IconCheck size={22} stroke={2} aria-hidden />
              <p className="question">Relevamiento completo</p>
            </Line>
            {onEnd && (
              <ActionButton data-answer="" icon={IconArrowRight} onClick={onEnd.run} sx={{ alignSelf: 'start' }}>
                {onEnd.label}
              </ActionButton>
            )}
            <AnswerList items={items} blanks={blanks} answers={answers} onChoose={flow.goTo} />
          </>
        )}
      </div>
      <Spread className="foot" gap={2}>
        {flow.before !== undefined && (
          <Button
            size="small"
            variant="text"
            onClick={flow.goBack}
            startIcon={<IconArrowLeft size={16} stroke={2} aria-hidden />}
          >
            Anterior
            <Box component="span" sx={{ display: 'inline-flex', marginInlineStart: 2 }}>
              <ShortcutCap id="surveyBack" />
            </Box>
          </Button>
        )}
        {question && flow.hasGoOn && (
          <Button size="small" onClick={() => flow.goOn()} sx={{ gap: 2, marginInlineStart: 'auto' }}>
            Continuar
            <KeyCap aria-hidden>{question.kind === 'long' ? 'Ctrl ↵' : '↵'}</KeyCap>
          </Button>
        )}
      </Spread>
    </Frame>
  );
}

interface AskedProps {
  id: string;
  question: SurveyQuestion;
  blanks: BlankTexts | undefined;
  hasNotes: boolean;
  answers: Answers;
  flow: ReturnType<typeof useFlow>;
}

/** The question in large letters, with the input of its kind. */
function Asked({ id, question, blanks, hasNotes, answers, flow }: AskedProps) {
  const { error } = flow;
  const given = answers[question.id];
  const { text, help, required } = question;
  const isPassed = given !== undefined && 'none' in given;
  const input = {
    given,
    labelledBy: `${id}-question`,
    describedBy: [hasNotes && `${id}-notes`, help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' '),
    isWrong: error !== undefined,
    onChange: flow.change,
    onGoOn: flow.goOn,
  };
  return (
    <>
      <div>
        <p className="question" id={`${id}-question`}>
          <Spoken text={text} blanks={blanks} />
        </p>
        {help && (
          <Typography id={`${id}-help`} variant="body2" color="textSecondary" sx={{ mt: 1.5, whiteSpace: 'pre-line' }}>
            <Spoken text={help} blanks={blanks} />
          </Typography>
        )}
      </div>
      <div>
        <AnswerInput {...input} question={question} />
        {error && (
          <p id={`${id}-error`} role="alert" className="error" style={{ marginTop: 8 }}>
            <IconAlertTriangle size={16} stroke={2} aria-hidden style={{ flex: 'none' }} />
            {error}
          </p>
        )}
        <Button
          variant="outlined"
          aria-pressed={isPassed}
          onClick={flow.pass}
          sx={(theme) => ({
            mt: 3,
            gap: 2.5,
            borderStyle: 'dashed',
            '&[aria-pressed="true"], &[aria-pressed="true"]:hover': { ...chosenLook(theme), borderStyle: 'solid' },
          })}
        >
          {required ? UNKNOWN_WORDS : 'Pasar'}
          <ShortcutCap id="surveyNone" />
        </Button>
      </div>
    </>
  );
}

function AnswerInput({ question, ...rest }: AnswerInputProps) {
  switch (question.kind) {
    case 'choice':
    case 'choices':
    case 'yesNo':
    case 'scale':
      return <OptionList {...rest} question={question} />;
    default:
      return <TextAnswer {...rest} question={question} />;
  }
}

const NEEDED = 'Responda la pregunta o elija «No sabe / No contesta».';
const NEEDED_OR_PASSED = 'Responda la pregunta o pásela.';

/** Said at once: more letters only make it worse. */
const isTooLong = ({ kind }: SurveyQuestion, given: Answer | undefined) =>
  given !== undefined && 'text' in given && given.text.length > (kind === 'long' ? LONG_TEXT_MAX : SHORT_TEXT_MAX);

type FlowOptions = Pick<SurveyFlowProps, 'items' | 'answers' | 'onChange' | 'wrong'>;

function useFlow({ items, answers, onChange, wrong }: FlowOptions) {
  const frame = useRef<HTMLElement>(null);
  // `moves`: how often the user went to another question; each time the focus goes along.
  const [state, setState] = useState<{
    at: FlowPlace;
    tried: number | undefined;
    moves: number;
    wrong: SurveyFlowProps['wrong'];
  }>(() => ({ at: firstOpen(items, answers), tried: undefined, moves: 0, wrong: undefined }));
  if (wrong !== state.wrong)
    setState({
      ...state,
      wrong,
      ...(wrong && { at: wrong.questionId, tried: wrong.questionId, moves: state.moves + 1 }),
    });
  const { moves } = state;
  useEffect(() => {
    if (moves > 0) focusAnswer(frame.current);
  }, [moves]);

  const asked = askedAt(items, answers, state.at);
  const { question } = asked;
  const given = question && answers[question.id];
  const goTo = (at: FlowPlace) => setState({ ...state, at, tried: undefined, moves: moves + 1 });
  const faultOf = (answer: Answer | undefined) =>
    question &&
    (answer === undefined || isEmptyAnswer(answer)
      ? question.required
        ? NEEDED
        : NEEDED_OR_PASSED
      : answerError(question, answer));
  const give = (answer?: Answer) => {
    if (!question) return;
    const next = answer === undefined ? answers : { ...answers, [question.id]: answer };
    if (answer !== undefined) onChange(next);
    if (faultOf(next[question.id]) !== undefined) setState({ ...state, tried: question.id });
    else goTo(placeAfter(items, next, question.id));
  };
  const isTried = question !== undefined && state.tried === question.id;
  const refused = isTried && state.wrong?.questionId === question.id ? state.wrong.message : undefined;
  const before = placeBefore(items, answers, question?.id ?? 'end');
  const goBack = () => before !== undefined && goTo(before);
  const pass = () => give({ none: question?.required ? 'unknown' : 'skipped' });
  return {
    ...asked,
    frame,
    before,
    error: isTried || (question && isTooLong(question, given)) ? (faultOf(given) ?? refused) : undefined,
    /** A single choice goes on by itself, unless it was answered before. */
    hasGoOn:
      question !== undefined &&
      (!['choice', 'yesNo', 'scale'].includes(question.kind) || (given !== undefined && faultOf(given) === undefined)),
    goTo,
    goBack,
    goOn: give,
    pass,
    change: (answer: Answer) => {
      if (!question) return;
      onChange({ ...answers, [question.id]: answer });
      setState({ ...state, tried: undefined });
    },
    handleKey: (event: KeyboardEvent) => {
      const run = isShortcutKey(event.nativeEvent, 'surveyBack')
        ? goBack
        : question && isShortcutKey(event.nativeEvent, 'surveyNone')
          ? pass
          : undefined;
      if (!run) return;
      event.preventDefault();
      if (!event.repeat) run();
    },
  };
}
