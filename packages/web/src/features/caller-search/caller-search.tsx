import { lazy, Suspense, useState } from 'react';
import { IconPhoneIncoming } from '../../components/icons.ts';
import { ToolbarButton } from '../../components/toolbar-button.tsx';
import { useText } from '../../i18n/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import type { CallLinks } from './caller-search-dialog.tsx';

const loadDialog = () => import('./caller-search-dialog.tsx');
const CallerSearchDialog = lazy(async () => ({ default: (await loadDialog()).CallerSearchDialog }));

/** In rem of the toolbar's inside: beside the whole navbar in a window of 1440 px. */
const WIDE = 69;

/** In the toolbar of every page: answering a call means finding out who it is, whatever they are doing. */
export function CallerSearch({ linkTo }: CallLinks) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useShortcut('search', open);
  return (
    <>
      <ToolbarButton
        label={text('tools.findCaller')}
        icon={IconPhoneIncoming}
        shortcut="search"
        wideFrom={WIDE}
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={() => void loadDialog()}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <CallerSearchDialog linkTo={linkTo} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
