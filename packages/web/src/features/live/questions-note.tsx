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
      sx={{
        alignItems: 'center',
        py: 0.5,
        '& .MuiAlert-message': { flex: 1, minWidth: 0, py: 1.5 },
        '& .MuiAlert-action': { p: 0, m: 0, marginInlineStart: 'auto' },
      }}
      action={
        <Button size="small" variant="text" color="inherit" component={Link} to={to}>
          Ver consultas
        </Button>
      }
    >
      {open === 1
        ? `Una consulta espera a un coordinador (${agoInWords(oldestAt, now)}).`
        : `${formatCount(open)} consultas esperan a un coordinador (la más antigua, ${agoInWords(oldestAt, now)}).`}
    </Alert>
  );
}
