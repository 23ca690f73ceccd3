import { styled } from '@mui/material/styles';
import { IconBan } from '../../../components/icons.ts';

const Mark = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 3,
  height: '1.25rem',
  padding: '0 5px 0 3px',
  borderRadius: theme.radius.chip,
  background: theme.palette.soft.danger.bg,
  color: theme.palette.soft.danger.text,
  fontSize: '0.71875rem',
  lineHeight: '1rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
}));

/** Nobody may call the number, in any campaign (decisions 5): said in a word, not by a colour. */
export function BlockedMark() {
  return (
    <Mark title="No se debe llamar a este número">
      <IconBan size={14} stroke={2} aria-hidden />
      Bloqueado
    </Mark>
  );
}
