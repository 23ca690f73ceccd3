import { answerInWords } from '@campanero/contract/surveys/answer-words';
import { type Answers, isQuestion, type SurveyItem } from '@campanero/contract/surveys/definition';
import { answerError, reachable } from '@campanero/contract/surveys/evaluate';
import type { BlankTexts } from '@campanero/contract/scripts/blanks';
import { ButtonBase, styled } from '@mui/material';
import { IconPencil } from '../../../components/icons.ts';
import { RuledList } from '../../../components/layout.tsx';
import { Spoken } from './spoken.tsx';

const List = styled(RuledList)(({ theme }) => ({
  '& .row': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    width: '100%',
    minHeight: '2.75rem',
    padding: '6px 4px',
    textAlign: 'start',
    overflowWrap: 'anywhere',
  },
  '& button.row:hover': { background: theme.palette.surface.subtle },
  '& .row > span:first-of-type': { flex: 1, minWidth: 0 },
  '& .asked': { ...theme.typography.body2, display: 'block', color: theme.palette.text.secondary },
  '& .said': { ...theme.typography.body1, display: 'block', fontWeight: 600, whiteSpace: 'pre-line' },
  '& svg': { flex: 'none', color: theme.palette.text.disabled },
}));

interface AnswerListProps {
  items: readonly SurveyItem[];
  blanks: BlankTexts | undefined;
  answers: Answers;
  /** Without it they are only read. */
  onChoose?: (questionId: number) => void;
}

/** What was answered so far, each one a button to change it. */
export function AnswerList({ items, blanks, answers, onChoose }: AnswerListProps) {
  const answered = reachable(items, answers)
    .filter(isQuestion)
    .flatMap((question) => {
      const given = answers[question.id];
      return given && answerError(question, given) === undefined ? [{ question, given }] : [];
    });
  return (
    <List aria-label="Respuestas">
      {answered.map(({ question, given }) => {
        const words = (
          <span>
            <span className="asked">
              <Spoken text={question.text} blanks={blanks} />
            </span>
            <span className="said" dir="auto">
              {answerInWords(question, given)}
            </span>
          </span>
        );
        return (
          <li key={question.id}>
            {onChoose ? (
              <ButtonBase className="row" onClick={() => onChoose(question.id)}>
                {words}
                <IconPencil size={16} stroke={2} aria-hidden />
              </ButtonBase>
            ) : (
              <div className="row">{words}</div>
            )}
          </li>
        );
      })}
    </List>
  );
}
