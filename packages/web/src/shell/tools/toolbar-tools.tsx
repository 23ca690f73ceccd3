import { later } from '../../components/later.tsx';
import { Box, useMediaQuery, useTheme } from '@mui/material';

import { useSession } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { UserMenu } from './user-menu.tsx';

/** Loaded after the page; nothing moves when they come. */
const loadTools = () => import('./end-tools.tsx');
const EndTools = later(async () => (await loadTools()).EndTools);
const ShortcutsBar = later(async () => (await import('./shortcuts-bar.tsx')).ShortcutsBar);
const SearchField = later(async () => (await import('./search.tsx')).SearchField);

/** Start: shortcuts; middle: search field of layout3; end: tools. */
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
