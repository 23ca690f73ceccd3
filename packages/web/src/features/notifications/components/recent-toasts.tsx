import { formatTime } from '@campanero/contract/shared/dates';
import Box from '@mui/material/Box';
import { useId } from 'react';
import { SnackbarTile } from '../../../components/snackbar/snackbar-host.tsx';
import type { Snackbar } from '../../../lib/snackbar.ts';
import { GroupTitle, PlainList } from './styles.ts';

/** A message that left too soon can be read again here (UX-19). */
export function RecentToasts({ toasts }: { toasts: readonly Snackbar[] }) {
  const titleId = useId();
  if (toasts.length === 0) return null;
  return (
    <section>
      <GroupTitle id={titleId}>Avisos de la última hora</GroupTitle>
      <PlainList aria-labelledby={titleId}>
        {toasts.map(({ id, variant, text, detail, count, shownAt }) => (
          <Box
            component="li"
            key={id}
            sx={{ display: 'flex', alignItems: 'flex-start', gap: 3, p: '8px 20px', typography: 'body2' }}
          >
            <SnackbarTile variant={variant} />
            <Box sx={{ flex: 1, minWidth: 0, pt: 1, overflowWrap: 'anywhere', color: 'text.secondary' }}>
              {text}
              {count > 1 && ` (${count})`}
              {detail && <Box sx={{ fontWeight: 600 }}>{detail}</Box>}
            </Box>
            <Box component="span" sx={{ pt: 1, typography: 'caption', color: 'text.disabled' }}>
              {formatTime(shownAt)}
            </Box>
          </Box>
        ))}
      </PlainList>
    </section>
  );
}
