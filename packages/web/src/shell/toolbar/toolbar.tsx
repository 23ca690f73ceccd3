import { Box } from '@mui/material';
import type { LayoutStyle } from '@campanero/contract/settings/schemas';
import { IconMenu2 } from '../../components/icons.ts';
import { Line } from '../../components/layout.tsx';
import { TOOLBAR } from '../../components/toolbar-button.tsx';
import { useTextLang } from '../../i18n/i18n.ts';
import { BAR_HEIGHT } from '../../theme/tokens.ts';
import { Bar } from '../layout/bar.tsx';
import { Brand } from '../navbar/navbar.tsx';
import { ToolButton } from '../tools/tool-button.tsx';
import { ToolbarTools } from '../tools/toolbar-tools.tsx';

interface ToolbarProps {
  layout: LayoutStyle;
  stays: string | undefined;
  /** Undefined: no toggle in the toolbar. */
  toggle: 'start' | 'end' | undefined;
  isNavbarOpen: boolean;
  onToggle: () => void;
}

/** Frame of the toolbar. */
export function Toolbar({ layout, stays, toggle, isNavbarOpen, onToggle }: ToolbarProps) {
  const lang = useTextLang()();
  const button = (
    <ToolButton
      label={isNavbarOpen ? 'shell.hideNavigation' : 'shell.showNavigation'}
      icon={IconMenu2}
      onClick={onToggle}
    />
  );
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
        {toggle === 'start' && button}
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
        {toggle === 'end' && button}
      </Box>
    </Bar>
  );
}
