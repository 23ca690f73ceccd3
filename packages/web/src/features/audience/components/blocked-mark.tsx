import { styled } from '@mui/material/styles';
import { IconBan } from '../../../components/icons.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';

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

/**
 * Nobody may call the number, in any campaign (decisions 5): said in a word, not by a colour. Where the word would cost other
 * cells their names, a sign stands for it; the title and those who listen keep the word.
 */
export function BlockedMark({ short = false }: { short?: boolean }) {
  return (
    <Mark
      title={short ? 'Bloqueado: no se debe llamar a este número' : 'No se debe llamar a este número'}
      style={short ? { paddingInline: 3 } : undefined}
    >
      <IconBan size={14} stroke={2} aria-hidden />
      {short ? <VisuallyHidden>Bloqueado</VisuallyHidden> : 'Bloqueado'}
    </Mark>
  );
}
