import type { MenuProps as MuiMenuProps } from '@mui/material';
import type MuiMenuItem from '@mui/material/MenuItem';
import type MuiDivider from '@mui/material/Divider';
import type MuiListSubheader from '@mui/material/ListSubheader';
import { type ComponentType, lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import { useDirection } from '../theme/direction.ts';

/* MUI's menu is 10 kB gzip: loaded after the page that has one is rendered. */
const loadParts = () => import('./menu-parts.ts');
type Parts = Awaited<ReturnType<typeof loadParts>>;
const part = (name: keyof Parts) =>
  lazy(async () => ({ default: (await loadParts())[name] as ComponentType<MuiMenuProps> }));

const LazyMenu = part('Menu');
/** Only inside a `Menu`. */
export const MenuItem = part('MenuItem') as unknown as typeof MuiMenuItem;
export const MenuDivider = part('Divider') as unknown as typeof MuiDivider;
export const MenuHeading = part('ListSubheader') as unknown as typeof MuiListSubheader;

/** State of a menu, and the attributes of its button. */
export function useMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return {
    menu: { anchor, onClose: () => setAnchor(null) },
    opener: {
      'aria-haspopup': 'menu',
      'aria-expanded': anchor ? true : undefined,
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => setAnchor(currentTarget),
    },
  } as const;
}

interface MenuProps extends Omit<MuiMenuProps, 'open' | 'anchorEl'> {
  /** Its button while it is open. */
  anchor: HTMLElement | null;
  /** Its end edge is below that of its button. */
  isAtEnd?: boolean;
}

export function Menu({ anchor, isAtEnd = false, ...menu }: MenuProps) {
  const horizontal = useDirection() === 'rtl' ? 'left' : 'right';
  // Lists have a menu in every row: none is rendered before it opens.
  const [wasOpened, setWasOpened] = useState(anchor !== null);
  if (anchor && !wasOpened) setWasOpened(true);
  useEffect(() => {
    // If it fails, opening tries again and shows the error.
    loadParts().catch(() => undefined);
  }, []);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <LazyMenu
        open={anchor !== null}
        anchorEl={anchor}
        {...(isAtEnd && {
          anchorOrigin: { vertical: 'bottom', horizontal },
          transformOrigin: { vertical: 'top', horizontal },
        })}
        {...menu}
      />
    </Suspense>
  );
}
