import { Box, Button, IconButton, styled } from '@mui/material';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { useText } from '../../i18n/i18n.ts';
import { now } from '../../lib/clock.ts';
import { dismissSnackbar, type Snackbar, type SnackbarVariant, useSnackbars } from '../../lib/snackbar.ts';
import { Inline } from '../layout.tsx';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '../icons.ts';
import { SoftTile } from '../soft-chip.tsx';
import { useSnackbarSpot } from './snackbar-spot.ts';

const Stack = styled('section')(({ theme }) => ({
  position: 'fixed',
  insetInlineEnd: 16,
  top: 72,
  zIndex: theme.zIndex.snackbar,
  display: 'grid',
  gap: 8,
  width: 360,
  maxWidth: 'calc(100vw - 32px)',
  pointerEvents: 'none',
}));

const Card = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 10,
  paddingBlock: 8,
  paddingInline: '12px 6px',
  pointerEvents: 'auto',
  backgroundColor: theme.palette.surface.raised,
  border: `1px solid ${theme.palette.line.soft}`,
  borderRadius: theme.radius.menu,
  boxShadow: theme.elevation.menu,
}));

/** A phone number stays on one line. */
const withWholeNumbers = (text: string) => text.replaceAll(/(?<=\d) (?=\d)/g, '\u{a0}');

function SnackbarCard({ snackbar }: { snackbar: Snackbar }) {
  const text = useText();
  const [isHeld, setHeld] = useState(false);
  // Those that waited for another are shown for their full time.
  const [releasedAt, setReleasedAt] = useState(now);
  const { id, durationMs, shownAt } = snackbar;

  // The time restarts after a pause (WCAG 2.2.1).
  useEffect(() => {
    if (isHeld) return undefined;
    const endsAt = Math.max(shownAt, releasedAt) + durationMs;
    const timer = setTimeout(() => dismissSnackbar(id), endsAt - now());
    return () => clearTimeout(timer);
  }, [isHeld, releasedAt, id, durationMs, shownAt]);

  const hold = () => setHeld(true);
  const release = () => {
    setHeld(false);
    setReleasedAt(now());
  };

  const { detail, links = [] } = snackbar;
  const buttons = links.map(({ label, to }) => (
    <Button
      key={label}
      variant="text"
      size="small"
      component={Link}
      to={to}
      aria-label={detail && `${label} ${detail}`}
      onClick={() => dismissSnackbar(id)}
      sx={{ alignSelf: 'center', flex: 'none', minWidth: 0, px: 2, height: '2rem' }}
    >
      {label}
    </Button>
  ));
  return (
    <Card
      role={snackbar.variant === 'error' ? 'alert' : 'status'}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <SnackbarTile variant={snackbar.variant} />
      <Box sx={{ flex: 1, minWidth: 0, py: 1.25, typography: 'body2', overflowWrap: 'anywhere' }}>
        <div>
          {withWholeNumbers(snackbar.text)}
          {snackbar.count > 1 && <Box component="span" sx={{ color: 'text.disabled' }}>{` (${snackbar.count})`}</Box>}
        </div>
        {detail && (
          <Box sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            <bdi>{withWholeNumbers(detail)}</bdi>
          </Box>
        )}
        {buttons.length > 1 && <Inline sx={{ marginInline: -2, mb: -1 }}>{buttons}</Inline>}
      </Box>
      {buttons.length === 1 && buttons}
      <IconButton size="small" aria-label={text('notifications.closeToast')} onClick={() => dismissSnackbar(id)}>
        <IconX size={16} stroke={2} aria-hidden />
      </IconButton>
    </Card>
  );
}

/** One message at a time, failures first, then the newest; the others follow. Below the toolbar, on a phone at the lower edge. */
export function SnackbarHost() {
  const text = useText();
  const all = useSnackbars();
  const shown = all.find(({ variant }) => variant === 'error') ?? all[0];
  const stack = useRef<HTMLElement>(null);
  useSnackbarSpot(stack, shown);
  return (
    <NeverHidden>
      <Stack ref={stack} aria-label={text('notifications.toasts')}>
        {shown && <SnackbarCard key={shown.id} snackbar={shown} />}
      </Stack>
    </NeverHidden>
  );
}

const KINDS = {
  success: { Icon: IconCircleCheck, tone: 'success' },
  warning: { Icon: IconAlertTriangle, tone: 'warning' },
  error: { Icon: IconAlertTriangle, tone: 'danger' },
  info: { Icon: IconInfoCircle, tone: 'info' },
} as const;

export function SnackbarTile({ variant }: { variant: SnackbarVariant }) {
  const { Icon, tone } = KINDS[variant];
  return (
    <SoftTile tone={tone} size={28}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </SoftTile>
  );
}

/** A modal dialog sets `aria-hidden` on all its siblings, live regions too; this one removes it (WCAG 4.1.3). */
function NeverHidden({ children }: { children: ReactNode }) {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    const show = () => place.removeAttribute('aria-hidden');
    const watch = new MutationObserver(show);
    watch.observe(place, { attributeFilter: ['aria-hidden'] });
    document.body.append(place);
    return () => {
      watch.disconnect();
      place.remove();
      show();
    };
  }, [place]);
  return createPortal(children, place);
}
