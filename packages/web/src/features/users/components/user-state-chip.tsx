import { styled } from '@mui/material/styles';
import { IconBan, IconCircleCheck, IconMailForward } from '../../../components/icons.ts';

const Chip = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: '1.5rem',
  padding: '0 8px 0 6px',
  borderRadius: theme.radius.chip,
  fontSize: '0.75rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  background: theme.palette.soft.success.bg,
  color: theme.palette.soft.success.text,
  '&[data-kind="disabled"]': { background: theme.palette.soft.danger.bg, color: theme.palette.soft.danger.text },
  '&[data-kind="invited"]': { background: theme.palette.soft.info.bg, color: theme.palette.soft.info.text },
}));

const KINDS = {
  enabled: { icon: IconCircleCheck, label: 'Habilitado' },
  disabled: { icon: IconBan, label: 'Deshabilitado' },
  invited: { icon: IconMailForward, label: 'Invitación pendiente' },
} as const;

/** Icon and word together: colour is never the only sign (UX-18). */
export function UserStateChip({ kind }: { kind: keyof typeof KINDS }) {
  const { icon: Icon, label } = KINDS[kind];
  return (
    <Chip data-kind={kind}>
      <Icon size={14} stroke={2} aria-hidden />
      {label}
    </Chip>
  );
}
