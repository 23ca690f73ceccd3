import type { QuestionResult } from '@campanero/contract/surveys/results-schemas';
import { Box } from '@mui/material';
import { BarList } from '../../../components/chart/bar-list.tsx';
import { FigureCard } from '../../../components/chart/chart-card.tsx';
import { Columns } from '../../../components/chart/columns.tsx';
import { tableOf } from '../../../components/chart/data.ts';
import { Muted, Strong } from '../../../components/layout.tsx';
import { baseInWords, columnsOf, distributionInWords, optionRows, optionTable, withOthers } from './question-charts.ts';

const NOBODY = 'Nadie respondió esta pregunta todavía.';
const LABELS = 190;

const NOTES: Partial<Record<QuestionResult['kind'], string>> = { choices: 'Por persona; podían elegir varias' };

/** What stands beside the question: how it is to be read. */
export const questionNote = ({ kind, isRetired }: QuestionResult): string | undefined =>
  [NOTES[kind], isRetired && 'Ya no se pregunta'].filter(Boolean).join(' · ') || undefined;

/** Below the figures: of whom they are. */
export const Base = ({ question }: { question: QuestionResult }) => {
  const distribution = question.answered > 0 && distributionInWords(question);
  return (
    <Box sx={{ pb: 2, pt: 1 }}>
      {distribution && (
        <Box sx={{ typography: 'body2' }}>
          <Strong>{distribution}</Strong>
        </Box>
      )}
      <Muted>{baseInWords(question)}</Muted>
    </Box>
  );
};

/** A question that is answered by choosing, in numbers or with a date. */
export function QuestionCard({ question }: { question: QuestionResult }) {
  const { text, answered, kind } = question;
  const isChosen = kind === 'choice' || kind === 'choices' || kind === 'yesNo';
  const data = columnsOf(question);
  return (
    <FigureCard
      title={text}
      subtitle={questionNote(question)}
      table={isChosen ? optionTable(question) : withOthers(tableOf(data), question)}
      message={answered === 0 ? NOBODY : undefined}
      footer={<Base question={question} />}
    >
      {isChosen ? (
        <BarList title={text} rows={optionRows(question)} base={answered} labelWidth={LABELS} />
      ) : (
        <Columns title={text} data={data} />
      )}
    </FigureCard>
  );
}
