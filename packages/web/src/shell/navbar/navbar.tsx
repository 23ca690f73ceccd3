import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '../../components/icons.ts';
import { LogoMark } from '../../components/logo.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { usePicture } from '../../lib/picture.ts';
import { useSession } from '../../lib/session.ts';
import { BAR_HEIGHT, SIZES } from '../../theme/tokens.ts';
import { NavigationTree } from './navigation-tree.tsx';

interface NavbarProps {
  toggleLabel: string;
  onToggle: () => void;
  onChoose?: () => void;
}

function BrandBar({ toggleLabel, onToggle }: Pick<NavbarProps, 'toggleLabel' | 'onToggle'>) {
  return (
    <Box sx={{ height: BAR_HEIGHT, flex: 'none', display: 'flex', alignItems: 'center', gap: 2.5, pl: 5, pr: 3 }}>
      <LogoMark />
      <Box
        component="span"
        sx={{ flex: 1, fontSize: '1.0625rem', fontWeight: 660, letterSpacing: '-.02em', color: 'text.primary' }}
      >
        Campanero
      </Box>
      <Tooltip title={toggleLabel}>
        <IconButton aria-label={toggleLabel} onClick={onToggle}>
          <IconLayoutSidebarLeftCollapse size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

function Person() {
  const session = useSession();
  const picture = usePicture();
  if (!session) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3.5, padding: '12px 20px 20px' }}>
      <PersonAvatar name={session.name} size={72} picture={picture} />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, color: 'text.primary', overflowWrap: 'anywhere' }}>
          {session.name}
        </Typography>
        <Typography variant="caption" component="div" color="textDisabled" noWrap title={session.mail}>
          {session.mail}
        </Typography>
      </Box>
    </Box>
  );
}

const column = {
  height: '100%',
  display: 'flex',
  flexDirection: 'column',
  overflowY: 'auto',
  bgcolor: 'background.default',
  color: 'text.secondary',
  borderInlineEnd: 1,
  borderColor: 'line.soft',
} as const;

/** The column's content: brand bar, who one is, the tree. The frame around it decides whether it slides or floats. */
export function Navbar({ toggleLabel, onToggle, onChoose }: NavbarProps) {
  return (
    <Box sx={{ ...column, width: SIZES.navbar }}>
      <BrandBar toggleLabel={toggleLabel} onToggle={onToggle} />
      <Person />
      <NavigationTree onChoose={onChoose} />
    </Box>
  );
}

/** The same as a narrow strip of icons; its toggle brings the whole navbar over the page. */
export function NavbarRail({ toggleLabel, onToggle }: Omit<NavbarProps, 'onChoose'>) {
  return (
    <Box sx={{ ...column, width: SIZES.rail }}>
      <Box sx={{ height: BAR_HEIGHT, flex: 'none', display: 'grid', placeItems: 'center', mb: 2 }}>
        <LogoMark />
      </Box>
      <NavigationTree isRail />
      <Box sx={{ flex: 1 }} />
      <Box sx={{ p: 3, flex: 'none' }}>
        <Tooltip title={toggleLabel} placement="beside">
          <IconButton aria-label={toggleLabel} onClick={onToggle}>
            <IconLayoutSidebarLeftExpand size={20} stroke={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
      </Box>
    </Box>
  );
}
