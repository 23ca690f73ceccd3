import type { HistoryEntry } from '@campanero/contract/calls/schemas';
import { styled } from '@mui/material';
import { dotted } from '../../lib/text/dotted.ts';
import { whenText } from '../../lib/text/when.ts';

const Note = styled('div')(({ theme }) => ({
  marginTop: 6,
  padding: '6px 10px',
  borderRadius: theme.radius.control,
  background: theme.palette.soft.info.bg,
  color: theme.palette.soft.info.text,
  '&[data-waits]': { background: theme.palette.soft.warning.bg, color: theme.palette.soft.warning.text },
  '& > p:first-of-type': { margin: 0 },
}));

/** The question of an entry, and what a coordinator answered: for the operator who calls next. */
export const QuestionNote = ({ question }: { question: NonNullable<HistoryEntry['question']> }) => (
  <Note data-waits={question.closedAt === null ? '' : undefined}>
    <p>
      <b>Consulta:</b> {question.text}
    </p>
    {question.closedAt === null ? (
      <p>Espera la respuesta de un coordinador.</p>
    ) : (
      <>
        <p>
          <b>{question.answer === null ? 'Cerrada sin respuesta.' : 'Respuesta:'}</b> {question.answer}
        </p>
        <p>{dotted(question.closedBy, whenText(question.closedAt))}</p>
      </>
    )}
  </Note>
);
