import { styled } from '@mui/material/styles';
import { IconBan, IconCheck } from '../../../components/icons.ts';

const Chip = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: '1.5rem',
  padding: '0 8px 0 6px',
  borderRadius: theme.radius.chip,
  fontSize: '0.78125rem',
  lineHeight: '1rem',
  fontWeight: 600,
  background: theme.palette.soft.success.bg,
  color: theme.palette.soft.success.text,
  '&[data-disabled]': { background: theme.palette.soft.danger.bg, color: theme.palette.soft.danger.text },
}));

/** Green Activado, red Desactivado (spec 2), each with its icon: colour is never the only sign. */
export function EnabledChip({ disable }: { disable: boolean }) {
  const ChipIcon = disable ? IconBan : IconCheck;
  return (
    <Chip data-disabled={disable ? '' : undefined}>
      <ChipIcon size={14} stroke={2} aria-hidden />
      {disable ? 'Desactivado' : 'Activado'}
    </Chip>
  );
}
