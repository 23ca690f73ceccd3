import { Box, Typography } from '@mui/material';
import { IconAction } from '../../components/icon-action.tsx';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '../../components/icons.ts';
import { Line } from '../../components/layout.tsx';
import { CityLogo } from '../../components/logo.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { useInstallation } from '../../lib/installation.ts';
import { usePicture } from '../../lib/picture.ts';
import { useSession } from '../../lib/session.ts';
import { scrollbarOf } from '../../theme/scrollbars.tsx';
import { BAR_HEIGHT, SIZES } from '../../theme/tokens.ts';
import { NavigationTree } from './navigation-tree.tsx';

export const NAVBAR_LOOK = {
  bgcolor: 'background.default',
  color: 'text.secondary',
  borderInline: '1px solid',
  borderColor: 'line.soft',
} as const;

const CITY_LINE = { lineHeight: 1.2, color: 'text.secondary' };

export function Brand({ isRail = false }: { isRail?: boolean }) {
  const { city, logoURL } = useInstallation();
  if (isRail) return <CityLogo src={logoURL} />;
  return (
    <>
      <CityLogo src={logoURL} />
      <Box component="span" sx={{ minWidth: 0, '& > span': { display: 'block' } }}>
        <Box
          component="span"
          sx={{ fontSize: '1.0625rem', fontWeight: 660, letterSpacing: '-.02em', color: 'text.primary' }}
        >
          Campanero
        </Box>
        {city !== '' && (
          <Typography component="span" variant="caption" noWrap title={city} sx={CITY_LINE}>
            {city}
          </Typography>
        )}
      </Box>
    </>
  );
}

interface ToggleProps {
  label: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Not focusable: keyboard focus opens the rail. */
  isForTouch?: boolean;
}

function Toggle({ label, isOpen, onToggle, isForTouch = false }: ToggleProps) {
  const Icon = isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return <IconAction label={label} onClick={onToggle} tabIndex={isForTouch ? -1 : 0} icon={Icon} iconSize={20} />;
}

function Person({ isRail }: { isRail: boolean }) {
  const session = useSession();
  const picture = usePicture();
  if (!session) return null;
  const size = isRail ? 36 : 72;
  return (
    // Same height in the rail, so that no entry moves.
    <Line gap={3.5} sx={{ flex: 'none', height: '6.5rem', paddingInline: isRail ? '13px' : '20px', pb: 2 }}>
      <PersonAvatar name={session.name} size={size} picture={picture} />
      {!isRail && (
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, color: 'text.primary', overflowWrap: 'anywhere' }}>
            {session.name}
          </Typography>
          <Typography variant="caption" component="div" color="textDisabled" noWrap title={session.mail}>
            {session.mail}
          </Typography>
        </Box>
      )}
    </Line>
  );
}

type NavbarProps = { toggle?: ToggleProps; onChoose?: () => void; isRail?: boolean };

/** Content of the navbar; the parent slides, folds or floats it. */
export function Navbar({ toggle, onChoose, isRail = false }: NavbarProps) {
  return (
    <Box
      sx={[
        {
          height: '100%',
          width: isRail ? SIZES.rail : SIZES.navbar,
          display: 'flex',
          flexDirection: 'column',
          overflowY: 'auto',
          overflowX: 'hidden',
          ...NAVBAR_LOOK,
        },
        scrollbarOf,
      ]}
    >
      <Line gap={2.5} sx={{ height: BAR_HEIGHT, flex: 'none', paddingInline: '16px 12px' }}>
        <Brand isRail={isRail} />
        <Box sx={{ flex: 1 }} />
        {!isRail && toggle && <Toggle {...toggle} />}
      </Line>
      <Person isRail={isRail} />
      <NavigationTree onChoose={onChoose} isRail={isRail} />
      {isRail && toggle && (
        <Box sx={{ marginBlockStart: 'auto', p: 3, flex: 'none' }}>
          <Toggle {...toggle} isForTouch />
        </Box>
      )}
    </Box>
  );
}
