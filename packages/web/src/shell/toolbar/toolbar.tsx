import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { IconMenu2 } from '../../components/icons.ts';
import { Tooltip } from '../../components/tooltip.tsx';
import { useText } from '../../i18n/i18n.ts';
import { BAR_HEIGHT } from '../../theme/tokens.ts';
import { ToolbarTools } from '../tools/toolbar-tools.tsx';

interface ToolbarProps {
  /** The navbar has its own toggle while it is open; this one brings it back. */
  showsToggle: boolean;
  onToggle: () => void;
}

export function Toolbar({ showsToggle, onToggle }: ToolbarProps) {
  const text = useText();
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: BAR_HEIGHT,
        display: 'flex',
        alignItems: 'center',
        pl: { xs: 1, md: 7 },
        pr: { xs: 1, md: 5 },
        bgcolor: 'background.paper',
        color: 'text.primary',
        borderBottom: 1,
        borderColor: 'line.soft',
      }}
    >
      {showsToggle && (
        <Tooltip title={text('shell.showNavigation')}>
          <IconButton aria-label={text('shell.showNavigation')} onClick={onToggle}>
            <IconMenu2 size={20} stroke={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
      <ToolbarTools at="start" />
      <Box sx={{ flex: 1 }} />
      <ToolbarTools at="end" />
    </Box>
  );
}
