import type { MenuProps } from '@mui/material';
import type MuiMenuItem from '@mui/material/MenuItem';
import type MuiDivider from '@mui/material/Divider';
import type MuiListSubheader from '@mui/material/ListSubheader';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/*
 * MUI's menu with its parts, 10 kB gzip that nobody sees before a click: fetched as soon as the page that has a menu is drawn,
 * so that it is there when the menu opens.
 */
const loadParts = () => import('./menu-parts.ts');
type Parts = Awaited<ReturnType<typeof loadParts>>;
const part = (name: keyof Parts) =>
  lazy(async () => ({ default: (await loadParts())[name] as ComponentType<MenuProps> }));

const LazyMenu = part('Menu');
/** Only inside a `Menu`. */
export const MenuItem = part('MenuItem') as unknown as typeof MuiMenuItem;
export const MenuDivider = part('Divider') as unknown as typeof MuiDivider;
export const MenuHeading = part('ListSubheader') as unknown as typeof MuiListSubheader;

export function Menu(props: MenuProps) {
  // A list has a menu in every row: none is built before it opens.
  const [wasOpened, setWasOpened] = useState(props.open);
  if (props.open && !wasOpened) setWasOpened(true);
  useEffect(() => {
    // Should it fail, opening asks again and shows why.
    loadParts().catch(() => undefined);
  }, []);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <LazyMenu {...props} />
    </Suspense>
  );
}
