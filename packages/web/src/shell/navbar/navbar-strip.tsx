import { Box, Popper, styled, useTheme } from '@mui/material';
import { createContext, type KeyboardEvent, type PointerEvent, use, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { holdsPath, isBranch, type NavigationBranch, type NavigationLeaf } from '../../app/navigation.ts';
import { IconChevronDown, IconChevronRight } from '../../components/icons.ts';
import { PlainList } from '../../components/layout.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { useShellText, useTitle } from '../../i18n/i18n.ts';
import { EntryOpener, LeafLink } from './entry-parts.tsx';
import { Brand } from './navbar.tsx';
import { isMouse, useCloseOnOutsideClick, useHoverState } from './open-over.ts';
import { useNavigation } from './use-navigation.ts';
import { flexRow } from '../../theme/mixins.ts';

const TopList = styled(PlainList)({
  ...flexRow(4),
  '&[data-dense]': { gap: 2, fontSize: '0.8125rem' },
  '&[data-dense] :is(a, button)': { height: '2.25rem', paddingInline: 10, gap: 8 },
  '& > li': { flex: 'none' },
  // Without room only icons; names stay readable for screen readers.
  '@container (max-width: 60rem)': {
    '& > li > :is(a, button) > [data-label]': { width: 0, overflow: 'hidden', marginInlineEnd: -12 },
    '&[data-dense] > li > :is(a, button) > [data-label]': { marginInlineEnd: -8 },
  },
});

/** Navigation of layout2 and layout3: groups open as floating menus. */
export function NavbarStrip({ style }: { style: 'layout2' | 'layout3' }) {
  const { text, lang } = useShellText();
  const { entries } = useNavigation();
  const menus = useHoverState<readonly string[]>([]);
  const isDense = style === 'layout3';
  const root = useRef<HTMLElement>(null);
  useCloseOnOutsideClick(root, menus.value.length > 0, () => menus.set([]));
  return (
    <>
      {!isDense && <Brand />}
      <Box
        component="nav"
        ref={root}
        lang={lang}
        aria-label={text('shell.navigation')}
        onPointerLeave={(event) => isMouse(event) && menus.setSoon([])}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && menus.set([])}
        sx={{ marginInlineStart: isDense ? -3 : 'auto' }}
      >
        <MenusContext value={menus}>
          <TopList data-dense={isDense ? '' : undefined}>
            <StripEntries entries={entries} within={[]} />
          </TopList>
        </MenusContext>
      </Box>
    </>
  );
}

const Opener = styled(EntryOpener)(({ theme }) => ({
  '&[aria-expanded="true"]': { backgroundColor: theme.palette.surface.hover, color: theme.palette.text.primary },
  '&[data-current]': { backgroundColor: theme.palette.primary.main, color: theme.palette.primary.contrastText },
}));

const Menu = styled(PlainList)(({ theme }) => ({
  padding: 6,
  minWidth: 208,
  background: theme.palette.background.default,
  border: `1px solid ${theme.palette.line.soft}`,
  borderRadius: theme.radius.menu,
  boxShadow: theme.elevation.menu,
  '& a, & button': { height: '2.25rem', borderRadius: theme.radius.chip },
}));

/** Ids of the open menus, outermost first. */
type MenuPath = readonly string[];
const MenusContext = createContext<ReturnType<typeof useHoverState<MenuPath>> | undefined>(undefined);

type EntryProps<E> = { entry: E; within: MenuPath };

function LeafEntry({ entry, within }: EntryProps<NavigationLeaf>) {
  const { set } = use(MenusContext)!;
  const { title, handlers } = useEntry(useTitle()(entry.title), within.length === 0, within);
  return (
    <li {...handlers}>
      <Tooltip title={title}>
        <LeafLink entry={entry} waiting={useNavigation().waitingAt(entry)} onClick={() => set([])} />
      </Tooltip>
    </li>
  );
}

/** Opens the menus of `path` on hover; icons without names have tooltips. */
function useEntry(name: string, isTop: boolean, path: MenuPath) {
  const { setSoon } = use(MenusContext)!;
  const [isHidden, setHidden] = useState(false);
  const look = ({ currentTarget }: { currentTarget: HTMLElement }) =>
    setHidden(isTop && currentTarget.querySelector<HTMLElement>('[data-label]')?.offsetWidth === 0);
  const onPointerEnter = (event: PointerEvent<HTMLElement>) => {
    look(event);
    if (isMouse(event)) setSoon(path);
  };
  return { title: isHidden ? name : '', handlers: { onFocus: look, onPointerEnter } };
}

function BranchEntry({ entry, within }: EntryProps<NavigationBranch>) {
  const { value: open, set } = use(MenusContext)!;
  const { direction } = useTheme();
  const { pathname } = useLocation();
  const name = useTitle()(entry.title);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const path = [...within, entry.id];
  const isTop = within.length === 0;
  const { title, handlers } = useEntry(name, isTop, path);
  const isOpen = path.every((id, at) => open[at] === id);
  const Icon = entry.icon;
  const Arrow = isTop ? IconChevronDown : IconChevronRight;
  const [inward, outward] = direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const isOnOpener = event.target === opener;
    const opens = isOnOpener && event.key === (isTop ? 'ArrowDown' : inward);
    const closes = isOpen && (event.key === 'Escape' || (!isTop && !isOnOpener && event.key === outward));
    if (!opens && !closes) return;
    event.preventDefault();
    event.stopPropagation();
    set(opens ? path : within);
    if (closes) opener?.focus();
    else requestAnimationFrame(() => opener?.parentElement?.querySelector<HTMLElement>('ul :is(a, button)')?.focus());
  };
  return (
    <Box component="li" {...handlers} onKeyDown={handleKey}>
      <Tooltip title={isOpen ? '' : title}>
        <Opener
          ref={setOpener}
          type="button"
          aria-expanded={isOpen}
          data-current={holdsPath(entry.children, pathname) ? '' : undefined}
          onClick={({ detail, nativeEvent }) => {
            // The pointer opened it on enter: its click must not close it.
            const byMouse = detail > 0 && (nativeEvent as unknown as { pointerType?: string }).pointerType !== 'touch';
            set(isOpen && !byMouse ? within : path);
          }}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
          <span data-label>{name}</span>
          <Arrow size={16} stroke={2} aria-hidden />
        </Opener>
      </Tooltip>
      <Popper
        open={isOpen}
        anchorEl={opener}
        disablePortal
        placement={isTop ? 'bottom-start' : direction === 'rtl' ? 'left-start' : 'right-start'}
        sx={{ zIndex: 1 }}
      >
        <Menu aria-label={name} onKeyDown={moveWithArrows}>
          <StripEntries entries={entry.children} within={path} />
        </Menu>
      </Popper>
    </Box>
  );
}

/** Moves within a menu, wrapping around. */
function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > li > :is(a, button)')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  items.at((at + step) % items.length)?.focus();
}

function StripEntries({ entries, within }: { entries: NavigationBranch['children']; within: MenuPath }) {
  return entries.map((entry) => {
    if (isBranch(entry)) return <BranchEntry key={entry.id} entry={entry} within={within} />;
    if (entry.type !== 'divider') return <LeafEntry key={entry.id} entry={entry} within={within} />;
    const size = within.length === 0 ? { width: '1px', height: 24, mx: 1 } : { height: '1px', my: 1.5 };
    return (
      <li key={entry.id}>
        <Box component="hr" sx={{ m: 0, border: 0, bgcolor: 'line.soft', ...size }} />
      </li>
    );
  });
}
