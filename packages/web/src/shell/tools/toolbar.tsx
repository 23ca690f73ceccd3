import type { LayoutStyle } from '@campanero/contract/settings/schemas';
import { Box, useMediaQuery, useTheme } from '@mui/material';
import { IconMenu2 } from '../../components/icons.ts';
import { later } from '../../components/later.tsx';
import { Line } from '../../components/layout.tsx';
import { TOOLBAR } from '../../components/toolbar-button.tsx';
import { useTextLang } from '../../i18n/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { BAR_HEIGHT } from '../../theme/tokens.ts';
import { Bar } from '../layout/bar.tsx';
import { Brand } from '../navbar/navbar.tsx';
import { ToolButton } from './tool-button.tsx';
import { UserMenu } from './user-menu.tsx';

type NavbarToggle = { hasToggle: boolean; isAtEnd: boolean; isOpen: boolean; toggle: () => void };
type ToolbarProps = { layout: LayoutStyle; stays: string | undefined; navbar: NavbarToggle };

export function Toolbar({ layout, stays, navbar: { hasToggle, isAtEnd, isOpen, toggle } }: ToolbarProps) {
  const lang = useTextLang()();
  const label = isOpen ? 'shell.hideNavigation' : 'shell.showNavigation';
  const button = hasToggle && <ToolButton label={label} icon={IconMenu2} onClick={toggle} />;
  const hasSearchField = layout === 'layout3';
  return (
    <Bar
      component="header"
      edge="top"
      stays={stays}
      height={BAR_HEIGHT}
      sx={{
        paddingInlineStart: { xs: '4px', md: hasSearchField ? '40px' : '28px' },
        paddingInlineEnd: { xs: '4px', md: '20px' },
        containerType: 'inline-size',
        containerName: TOOLBAR,
        bgcolor: 'background.paper',
        color: 'text.primary',
      }}
    >
      <Box lang={lang} sx={{ display: 'contents' }}>
        {!isAtEnd && button}
        {hasSearchField && (
          <Line gap={2.5} sx={{ '& > span': { display: { xs: 'none', sm: 'inline' } } }}>
            <Brand />
          </Line>
        )}
        <ToolbarTools at="start" />
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', justifyContent: 'center', px: hasSearchField ? 4 : 0 }}>
          <ToolbarTools at="middle" />
        </Box>
        <ToolbarTools at="end" />
        {isAtEnd && button}
      </Box>
    </Bar>
  );
}

/** Loaded after the page; nothing moves when they come. */
const EndTools = later(async () => (await import('./end-tools.tsx')).EndTools);
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
