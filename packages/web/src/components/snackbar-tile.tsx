import { styled } from '@mui/material/styles';
import type { SnackbarVariant } from '../lib/snackbar.ts';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from './icons.ts';

const ICONS = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconAlertTriangle,
  info: IconInfoCircle,
} as const;
const TONE = { success: 'success', warning: 'warning', error: 'danger', info: 'info' } as const satisfies Record<
  SnackbarVariant,
  string
>;

const Tile = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: (typeof TONE)[SnackbarVariant] }>(
  ({ theme, tone }) => ({
    width: 28,
    height: 28,
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    borderRadius: theme.radius.chip,
    backgroundColor: theme.palette.soft[tone].bg,
    color: theme.palette.soft[tone].text,
  }),
);

/** What kind of message it is: sign and colour together, in the toast and where it can be read again. */
export function SnackbarTile({ variant }: { variant: SnackbarVariant }) {
  const Icon = ICONS[variant];
  return (
    <Tile tone={TONE[variant]}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </Tile>
  );
}
