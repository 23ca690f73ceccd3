import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense } from 'react';
import { IconMenu2 } from '../components/icons.ts';
import { useText } from '../i18n/i18n.ts';
import { mayAccess } from '../lib/can.ts';
import { useSession } from '../lib/session.ts';
import { BAR_HEIGHT } from '../theme/tokens.ts';
import { UserMenu } from './user-menu.tsx';

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
      <Box sx={{ flex: 1 }} />
      <Tools />
      <Box
        aria-hidden
        sx={{ display: { xs: 'none', md: 'block' }, width: '1px', height: 28, mx: 2, bgcolor: 'line.soft' }}
      />
      <UserMenu />
    </Box>
  );
}

/** After the page itself: nothing on screen waits for them, and they push nothing aside when they come. */
const StaffTools = lazy(async () => ({ default: (await import('./staff-tools.tsx')).StaffTools }));

/** A guest has nobody to look for and nothing that could ring. */
function Tools() {
  const session = useSession();
  if (!session || !mayAccess('staff', session)) return null;
  return (
    <Suspense fallback={null}>
      <StaffTools userId={session.userId} />
    </Suspense>
  );
}
