import { formatDateTime } from '@campanero/contract/shared/dates';
import { styled } from '@mui/material/styles';
import { IconAlertTriangle } from '../../../components/icons.ts';
import { isOverdue, lateInWords, whenInWords } from '../callback-words.ts';

const Overdue = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: '1.5rem',
  padding: '0 8px 0 6px',
  borderRadius: theme.radius.chip,
  background: theme.palette.soft.warning.bg,
  color: theme.palette.soft.warning.text,
  fontSize: '0.78125rem',
  fontWeight: 550,
  whiteSpace: 'nowrap',
}));

interface DueProps {
  at: string;
  now: number;
}

/** When it was promised. */
export function DueTime({ at, now }: DueProps) {
  return <bdi title={formatDateTime(at)}>{whenInWords(at, now)}</bdi>;
}

/** What is late says so and for how long, with a sign besides the colour (UX-18). */
export function OverdueMark({ at, now }: DueProps) {
  if (!isOverdue(at, now)) return null;
  return (
    <Overdue>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      Vencido {lateInWords(at, now)}
    </Overdue>
  );
}
