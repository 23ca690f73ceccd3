import { later } from '../../components/later.tsx';
import { Box, IconButton } from '@mui/material';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { IconStar } from '../../components/icons.ts';
import { Tooltip } from '../../components/tooltip.tsx';
import { useShellText } from '../../i18n/i18n.ts';
import { useFontSize } from '../../lib/browser/font-size.ts';
import { useShortcutIds } from '../../lib/settings.ts';
import { useDestinations } from './destinations.ts';
import { ToolButton } from './tool-button.tsx';

const loadMenu = () => import('./shortcuts-menu.tsx');
const ShortcutsMenu = later(async () => (await loadMenu()).ShortcutsMenu);

/** Chosen pages as icons, then the star that chooses them; unknown ids are skipped. */
export function ShortcutsBar() {
  const { text, lang } = useShellText();
  const ids = useShortcutIds();
  const all = useDestinations();
  const bar = useRef<HTMLDivElement>(null);
  const room = useRoom(bar);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const chosen = ids.flatMap((id) => all.find((destination) => destination.id === id) ?? []);
  return (
    <Box
      ref={bar}
      // Takes the free width, to measure how many fit.
      sx={{ flex: '1000 1 0', minWidth: 0, display: 'flex', alignItems: 'center' }}
    >
      <Box component="nav" aria-label={text('tools.shortcuts')} lang={lang} sx={{ display: 'flex' }}>
        {chosen.slice(0, room).map(({ id, title, url, target, icon: Icon }) => (
          <Tooltip key={id} title={title}>
            <IconButton component={NavLink} to={url} target={target} end aria-label={title}>
              <Icon size={20} stroke={1.75} aria-hidden />
            </IconButton>
          </Tooltip>
        ))}
      </Box>
      <ToolButton
        label="tools.chooseShortcuts"
        icon={IconStar}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        onPointerEnter={() => void loadMenu()}
        sx={(theme) => ({ color: theme.palette.soft.brass.text })}
      />
      {anchor && <ShortcutsMenu anchor={anchor} onClose={() => setAnchor(null)} />}
    </Box>
  );
}

const BUTTON_REM = 2.5;
const ROOT_PX = 16;

/** Number of buttons that fit beside the star. */
function useRoom(bar: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    // Reports the first width before paint.
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar]);
  const button = (BUTTON_REM * ROOT_PX * useFontSize()) / 100;
  return width === undefined ? Infinity : Math.max(0, Math.floor(width / button) - 1);
}
