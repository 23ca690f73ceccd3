import { styled } from '@mui/material/styles';

interface ReportTileProps {
  tone: 'warning' | 'success' | 'danger' | 'info';
}

/** The tinted square with an icon before a load's title. */
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
