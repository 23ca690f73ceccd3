import { Box, ButtonBase, styled, type Theme } from '@mui/material';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { holdsPath, isBranch, type NavigationBranch, type NavigationEntry } from '../../app/navigation.ts';
import { Line } from '../../components/layout.tsx';
import { LogoMark } from '../../components/logo.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { useShellText, useTitle } from '../../i18n/i18n.ts';
import { BAR_HEIGHT, SIZES } from '../../theme/tokens.ts';
import { Badge, LeafAnchor } from './entry-parts.tsx';
import { NAVBAR_LOOK } from './navbar.tsx';
import { NavigationTree } from './navigation-tree.tsx';
import { useCloseOnOutsideClick } from './open-over.ts';
import { useNavigation, type Waiting } from './use-navigation.ts';
import { flexColumn } from '../../theme/mixins.ts';

/** Icon above label; inverted when current. */
const tabLook = (theme: Theme) =>
  ({
    position: 'relative',
    ...flexColumn(5),
    justifyContent: 'center',
    alignItems: 'center',
    width: '100%',
    minHeight: '4.25rem',
    padding: '8px 4px',
    borderRadius: theme.radius.control,
    color: 'inherit',
    fontSize: '0.75rem',
    lineHeight: '1rem',
    fontWeight: 550,
    textAlign: 'center',
    textDecoration: 'none',
    '&:hover, &[aria-expanded="true"]': { boxShadow: 'inset 0 0 0 1px currentColor' },
    '&[aria-current], &[data-current]': {
      backgroundColor: theme.palette.primary.contrastText,
      color: theme.palette.primary.main,
    },
    '&.Mui-focusVisible, &:focus-visible': { outline: '2px solid currentColor', outlineOffset: -4 },
    '& > [data-icon]': { position: 'relative', display: 'flex' },
    '[data-dense] &': { width: '2.5rem', minHeight: '2.5rem', padding: 0 },
  }) as const;
const LeafTab = styled(LeafAnchor)(({ theme }) => tabLook(theme));
const BranchTab = styled(ButtonBase)(({ theme }) => tabLook(theme));

interface TabProps {
  entry: NavigationEntry;
  isDense: boolean;
  waiting: Waiting | undefined;
  isOpen: boolean;
  onBranch: (branch: NavigationBranch) => void;
  onChoose: () => void;
}

function Tab({ entry, isDense, waiting, isOpen, onBranch, onChoose }: TabProps) {
  const title = useTitle();
  const { pathname } = useLocation();
  if (entry.type === 'divider')
    return (
      <Box component="li" sx={{ width: '60%', my: 1 }}>
        <Box component="hr" sx={{ m: 0, border: 0, height: '1px', bgcolor: 'currentColor', opacity: 0.4 }} />
      </Box>
    );
  const name = title(entry.title);
  const Icon = entry.icon;
  const inside = (
    <>
      <span data-icon>
        <Icon size={isDense ? 20 : 24} stroke={1.75} aria-hidden />
        {waiting && <Badge waiting={waiting} />}
      </span>
      {isDense ? <VisuallyHidden>{name}</VisuallyHidden> : <span>{name}</span>}
      {waiting && <VisuallyHidden>{waiting.inWords}</VisuallyHidden>}
    </>
  );
  return (
    <Box component="li" sx={{ width: isDense ? 'auto' : '100%' }}>
      <Tooltip title={isDense ? name : ''} placement="beside">
        {isBranch(entry) ? (
          <BranchTab
            aria-expanded={isOpen}
            data-current={holdsPath(entry.children, pathname) ? '' : undefined}
            onClick={() => onBranch(entry)}
          >
            {inside}
          </BranchTab>
        ) : (
          <LeafTab entry={entry} onClick={onChoose}>
            {inside}
          </LeafTab>
        )}
      </Tooltip>
    </Box>
  );
}

interface TabbedNavbarProps {
  isDense: boolean;
  isFolded: boolean;
  isAtEnd: boolean;
  /** Closes the drawer. */
  onChoose?: () => void;
}

/** style-3 and style-3-dense: a rail of top-level entries, their children in a panel. */
export function TabbedNavbar({ isDense, isFolded, isAtEnd, onChoose }: TabbedNavbarProps) {
  const { text, lang } = useShellText();
  const { pathname } = useLocation();
  const { entries, waitingAt } = useNavigation();
  const [openId, setOpenId] = useState<string>();
  const root = useRef<HTMLDivElement>(null);
  const branches = entries.filter(isBranch);
  const chosen = branches.find(({ id }) => id === openId);
  const shown = isFolded
    ? chosen
    : (chosen ?? branches.find(({ children }) => holdsPath(children, pathname)) ?? branches[0]);
  const isFloating = isFolded && !onChoose;
  useCloseOnOutsideClick(root, isFloating && chosen !== undefined, () => setOpenId(undefined));
  const choose = () => {
    if (isFolded) setOpenId(undefined);
    onChoose?.();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isFloating || !chosen) return;
    event.stopPropagation();
    root.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
    setOpenId(undefined);
  };
  const railWidth = isDense ? SIZES.rail : SIZES.tabs;
  return (
    <Box
      ref={root}
      onKeyDown={handleKey}
      sx={{ height: '100%', display: 'flex', flexDirection: isAtEnd ? 'row-reverse' : 'row', minWidth: 0 }}
    >
      <Box
        component="nav"
        lang={lang}
        aria-label={text('shell.navigation')}
        data-tabs
        data-dense={isDense ? '' : undefined}
        sx={{
          width: railWidth,
          flex: 'none',
          height: '100%',
          overflowY: 'auto',
          overflowX: 'hidden',
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
        }}
      >
        <Box sx={{ height: BAR_HEIGHT, display: 'grid', placeItems: 'center' }}>
          <LogoMark />
        </Box>
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: 2, display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 1 }}
        >
          {entries.map((entry) => (
            <Tab
              key={entry.id}
              entry={entry}
              isDense={isDense}
              waiting={entry.type === 'item' ? waitingAt(entry) : undefined}
              isOpen={entry.id === shown?.id}
              onBranch={({ id }) => setOpenId(isFolded && id === openId ? undefined : id)}
              onChoose={choose}
            />
          ))}
        </Box>
      </Box>
      {shown && (
        <Panel branch={shown} floatsBeside={isFloating ? railWidth : undefined} isAtEnd={isAtEnd} onChoose={choose} />
      )}
    </Box>
  );
}

interface PanelProps {
  branch: NavigationBranch;
  /** Width of the rail, if the panel floats. */
  floatsBeside: number | undefined;
  isAtEnd: boolean;
  onChoose: () => void;
}

function Panel({ branch, floatsBeside, isAtEnd, onChoose }: PanelProps) {
  const title = useTitle();
  return (
    <Box
      sx={(theme) => ({
        flex: `0 1 ${SIZES.navbar}px`,
        width: SIZES.navbar,
        minWidth: 0,
        height: '100%',
        overflowY: 'auto',
        ...NAVBAR_LOOK,
        ...(floatsBeside !== undefined && {
          position: 'absolute',
          insetBlock: 0,
          [isAtEnd ? 'insetInlineEnd' : 'insetInlineStart']: floatsBeside,
          boxShadow: theme.elevation.dialog,
        }),
      })}
    >
      <Line aria-hidden sx={{ height: BAR_HEIGHT, px: 5, typography: 'h2', color: 'text.primary' }}>
        {title(branch.title)}
      </Line>
      <NavigationTree branch={branch} onChoose={onChoose} />
    </Box>
  );
}
