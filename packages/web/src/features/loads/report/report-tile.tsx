import { styled } from '@mui/material';
import { ignoredText } from '../texts.ts';

interface ReportTileProps {
  tone: 'warning' | 'success' | 'danger' | 'info';
}

export const ReportTile = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<ReportTileProps>(
  ({ theme, tone }) => ({
    flex: 'none',
    width: 40,
    height: 40,
    display: 'grid',
    placeItems: 'center',
    borderRadius: theme.radius.menu,
    background: theme.palette.soft[tone].bg,
    color: theme.palette.soft[tone].text,
  }),
);

const SHOWN = 20;

export function IgnoredColumns({ columns }: { columns: readonly string[] }) {
  // A file may have the same unknown column twice.
  const names = [...new Set(columns)];
  if (names.length === 0) return null;
  const rest = names.length - SHOWN;
  return (
    <>
      {ignoredText(names)}:{' '}
      {names.slice(0, SHOWN).map((name, place) => (
        <span key={name}>
          {place > 0 && ', '}
          <b>{name}</b>
        </span>
      ))}
      {rest > 0 ? ` y ${rest} más.` : names.at(-1)?.endsWith('.') ? '' : '.'}
    </>
  );
}
