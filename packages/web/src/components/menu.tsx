import type { MenuProps } from '@mui/material';
import type MuiMenuItem from '@mui/material/MenuItem';
import type MuiDivider from '@mui/material/Divider';
import type MuiListSubheader from '@mui/material/ListSubheader';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/* MUI's menu is 10 kB gzip: loaded after the page that has one is rendered. */
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
  // Lists have a menu in every row: none is rendered before it opens.
  const [wasOpened, setWasOpened] = useState(props.open);
  if (props.open && !wasOpened) setWasOpened(true);
  useEffect(() => {
    // If it fails, opening tries again and shows the error.
    loadParts().catch(() => undefined);
  }, []);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <LazyMenu {...props} />
    </Suspense>
  );
}
