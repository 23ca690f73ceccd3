import { type DataRequest, REQUEST_STATES } from '@campanero/contract/personal-data/request-schemas';
import { styled } from '@mui/material/styles';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '../../components/icons.ts';
import { useNow } from '../../lib/clock.ts';
import { dueText, urgencyAt } from './request-words.ts';

const Chip = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: '1.5rem',
  paddingInline: '6px 8px',
  borderRadius: theme.radius.chip,
  fontSize: '0.75rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  background: theme.palette.soft.info.bg,
  color: theme.palette.soft.info.text,
  '&[data-urgency="late"]': { background: theme.palette.soft.danger.bg, color: theme.palette.soft.danger.text },
  '&[data-urgency="soon"]': { background: theme.palette.soft.warning.bg, color: theme.palette.soft.warning.text },
  '&[data-urgency="over"]': { background: theme.palette.soft.success.bg, color: theme.palette.soft.success.text },
}));

const ICONS = { late: IconAlertTriangle, soon: IconClock, calm: IconClock, over: IconCircleCheck } as const;

/** How urgent a request is: icon, words and colour together. */
export function DueChip({ request }: { request: DataRequest }) {
  const now = useNow();
  const urgency = urgencyAt(request, now);
  const Icon = ICONS[urgency];
  return (
    <Chip data-urgency={urgency}>
      <Icon size={14} stroke={2} aria-hidden />
      {request.state === 'ABIERTO' ? dueText(request, now) : REQUEST_STATES[request.state]}
    </Chip>
  );
}
