import { later } from '../../components/later.tsx';
import { Box, useMediaQuery, useTheme } from '@mui/material';

import { useSession } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { UserMenu } from './user-menu.tsx';

/** After the page itself: nothing on screen waits for them, and they push nothing aside when they come. */
const loadTools = () => import('./end-tools.tsx');
const EndTools = later(async () => (await loadTools()).EndTools);
const ShortcutsBar = later(async () => (await import('./shortcuts-bar.tsx')).ShortcutsBar);
const SearchField = later(async () => (await import('./search.tsx')).SearchField);

/**
 * What the toolbar holds; the frames know only its three places: at the start the shortcuts, in the middle the search
 * field of layout3, at the end the tools. A place that is empty takes no room.
 */
export function ToolbarTools({ at }: { at: 'start' | 'middle' | 'end' }) {
  const isMobile = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  const isLayout3 = useSettings().layout.style === 'layout3';
  const session = useSession();
  if (!session) return null;
  if (at === 'start') return isLayout3 || isMobile ? null : <ShortcutsBar />;
  if (at === 'middle') return isLayout3 ? <SearchField /> : null;
  return (
    <>
      <EndTools />
      <Box
        aria-hidden
        sx={{ display: { xs: 'none', md: 'block' }, width: '1px', height: 28, mx: 2, bgcolor: 'line.soft' }}
      />
      <UserMenu />
    </>
  );
}
