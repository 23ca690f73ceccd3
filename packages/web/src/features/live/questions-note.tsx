import type { Live } from '@campanero/contract/live/endpoints';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Alert, Button } from '@mui/material';
import { Link, type To } from 'react-router';
import { agoInWords } from './board.ts';

interface QuestionsNoteProps {
  questions: Live['questions'];
  now: number;
  to: To;
}

/** Operators wait for a coordinator: nothing is shown while none does. */
export function QuestionsNote({ questions: { open, oldestAt }, now, to }: QuestionsNoteProps) {
  if (open === 0 || oldestAt === null) return null;
  return (
    <Alert
      severity="warning"
      action={
        <Button size="small" variant="text" color="inherit" component={Link} to={to}>
          Ver consultas
        </Button>
      }
    >
      {open === 1 ? 'Una consulta espera' : `${formatCount(open)} consultas esperan`} a un coordinador; la más antigua,{' '}
      {agoInWords(oldestAt, now)}.
    </Alert>
  );
}
