import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { now } from '../lib/clock.ts';
import { dismissSnackbar, useSnackbars } from '../lib/snackbar.ts';
import type { Snackbar } from '../lib/snackbar.ts';
import { IconX } from './icons.ts';
import { NeverHidden } from './never-hidden.tsx';
import { SnackbarTile } from './snackbar-tile.tsx';
import { useToastSpot } from './use-toast-spot.ts';

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
  padding: '8px 6px 8px 12px',
  pointerEvents: 'auto',
  backgroundColor: theme.palette.surface.raised,
  border: `1px solid ${theme.palette.line.soft}`,
  borderRadius: theme.radius.menu,
  boxShadow: theme.elevation.menu,
}));

function SnackbarCard({ snackbar }: { snackbar: Snackbar }) {
  const [isHeld, setHeld] = useState(false);
  const [releasedAt, setReleasedAt] = useState(0);
  const { id, durationMs, shownAt } = snackbar;

  // The time starts anew after a pause: whoever was reading gets to finish (WCAG 2.2.1).
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
          {snackbar.text}
          {snackbar.count > 1 && <Box component="span" sx={{ color: 'text.disabled' }}>{` (${snackbar.count})`}</Box>}
        </div>
        {snackbar.detail && (
          <Box sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            <bdi>{snackbar.detail}</bdi>
          </Box>
        )}
      </Box>
      {snackbar.link && (
        <Button
          variant="text"
          size="small"
          component={Link}
          to={snackbar.link.to}
          aria-label={snackbar.detail && `${snackbar.link.label} ${snackbar.detail}`}
          onClick={() => dismissSnackbar(id)}
          sx={{ alignSelf: 'center', flex: 'none', minWidth: 0, px: 2, height: '2rem' }}
        >
          {snackbar.link.label}
        </Button>
      )}
      <IconButton size="small" aria-label="Cerrar aviso" onClick={() => dismissSnackbar(id)}>
        <IconX size={16} stroke={2} aria-hidden />
      </IconButton>
    </Card>
  );
}

/**
 * The one place where messages appear, newest on top (UX-19), and heard over any dialog: top right under the toolbar, at the lower
 * edge of a phone, and out of the way of the page's buttons.
 */
export function SnackbarHost() {
  const snackbars = useSnackbars();
  const stack = useRef<HTMLElement>(null);
  useToastSpot(stack, snackbars);
  return (
    <NeverHidden>
      <Stack ref={stack} aria-label="Avisos">
        {snackbars.map((snackbar) => (
          <SnackbarCard key={snackbar.id} snackbar={snackbar} />
        ))}
      </Stack>
    </NeverHidden>
  );
}
