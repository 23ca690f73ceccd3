import type { LiveOperator, OperatorState } from '@campanero/contract/live/schemas';
import { styled } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconMoon,
  IconPhoneCall,
  IconPlugConnectedX,
} from '../../components/icons.ts';
import { mix } from '../../theme/color.ts';
import { inactivityInWords } from './board.ts';

const STATES: Record<OperatorState, { icon: Icon; text: string }> = {
  calling: { icon: IconPhoneCall, text: 'En llamado' },
  active: { icon: IconCircleCheck, text: 'Activo' },
  inactive: { icon: IconAlertTriangle, text: 'Sin actividad' },
  finished: { icon: IconCircleDashed, text: 'Nada por llamar ahora' },
  offHours: { icon: IconMoon, text: 'Fuera de horario' },
  offline: { icon: IconPlugConnectedX, text: 'Desconectado' },
};

const Chip = styled('span')(({ theme: { palette, radius } }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: '1.5rem',
  paddingBlock: 0,
  paddingInline: '7px 9px',
  borderRadius: radius.chip,
  fontSize: '0.78125rem',
  lineHeight: '1rem',
  fontWeight: 550,
  verticalAlign: 'middle',
  '& svg': { flex: 'none' },
  '&[data-state="calling"]': { background: palette.soft.primary.bg, color: palette.soft.primary.text },
  '&[data-state="active"], &[data-state="finished"], &[data-state="offHours"]': {
    boxShadow: `inset 0 0 0 1px ${palette.divider}`,
    color: palette.text.secondary,
  },
  '&[data-state="active"] svg': { color: palette.success.main },
  '&[data-state="inactive"]': {
    background: palette.soft.warning.bg,
    color: palette.soft.warning.text,
    fontWeight: 640,
    boxShadow: `inset 0 0 0 1px ${mix(palette.warning.main, palette.soft.warning.bg, 0.34)}`,
  },
  '&[data-state="offline"]': { background: palette.surface.subtle, color: palette.text.disabled },
}));

export function OperatorStateChip({ operator, now }: { operator: LiveOperator; now: number }) {
  const { icon: StateIcon, text } = STATES[operator.state];
  return (
    <Chip data-state={operator.state}>
      <StateIcon size={14} stroke={2} aria-hidden />
      {operator.state === 'inactive' ? inactivityInWords(operator.lastActivityAt, now) : text}
    </Chip>
  );
}
