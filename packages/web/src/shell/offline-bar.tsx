import Box from '@mui/material/Box';
import { useText } from '../i18n/i18n.ts';
import { useConnection } from '../lib/connection.ts';
import { BAR_HEIGHT } from '../theme/tokens.ts';

/** A lost connection is said once and quietly; no toasts (design 6, States). It lies over the breadcrumbs: nothing moves. */
export function OfflineBar() {
  const text = useText();
  const isLost = useConnection() === 'lost';
  return (
    <Box role="status" sx={{ position: 'sticky', top: BAR_HEIGHT, height: 0, zIndex: 4 }}>
      {isLost && (
        <Box
          sx={(theme) => ({
            minHeight: 32,
            display: 'flex',
            alignItems: 'center',
            pl: { xs: 3, md: 'var(--page-start)' },
            pr: { xs: 3, md: 10 },
            typography: 'body2',
            bgcolor: theme.palette.soft.warning.bg,
            color: theme.palette.soft.warning.text,
          })}
        >
          {text('shell.offline')}
        </Box>
      )}
    </Box>
  );
}
