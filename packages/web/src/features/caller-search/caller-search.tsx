import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useState } from 'react';
import { IconPhoneIncoming } from '../../components/icons.ts';
import { KeyCap } from '../../components/key-cap.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { useCaps, useShortcut } from '../../lib/shortcuts.ts';
import type { CallLinks } from './found-calls.tsx';

const loadDialog = () => import('./caller-search-dialog.tsx');
const CallerSearchDialog = lazy(async () => ({ default: (await loadDialog()).CallerSearchDialog }));

/** Under this the toolbar has room for its icon only. */
const WIDE = '(min-width: 1440px)';
const LABEL = 'Buscar quién llama';

/** In the toolbar of every page: whoever answers a call needs to know who it is, whatever they are doing. */
export function CallerSearch({ linkTo }: CallLinks) {
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  const [isOpen, setOpen] = useState(false);
  const caps = useCaps('search');
  const open = () => setOpen(true);
  useShortcut('search', open);
  const opener = { 'aria-haspopup': 'dialog', onClick: open, onPointerEnter: () => void loadDialog() } as const;
  return (
    <>
      {isWide ? (
        <Button size="small" {...opener} sx={{ flex: 'none', gap: 2, marginInlineEnd: 2 }}>
          <IconPhoneIncoming size={18} stroke={1.75} aria-hidden />
          {LABEL}
          {caps && <KeyCap aria-hidden>{caps}</KeyCap>}
        </Button>
      ) : (
        <Tooltip title={LABEL}>
          <IconButton aria-label={LABEL} {...opener}>
            <IconPhoneIncoming size={20} stroke={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <CallerSearchDialog linkTo={linkTo} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
