import { useState } from 'react';
import { IconPhoneIncoming } from '../../components/icons.ts';
import { later } from '../../components/later.tsx';
import { ToolbarButton } from '../../components/toolbar-button.tsx';
import { useText } from '../../i18n/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import type { CallLinks } from './caller-search-dialog.tsx';

const loadDialog = () => import('./caller-search-dialog.tsx');
const CallerSearchDialog = later(() => loadDialog().then((module) => module.CallerSearchDialog));

/** In rem: fits beside the full navbar in a window of 1440 px. */
const WIDE = 69;

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
      {isOpen && <CallerSearchDialog linkTo={linkTo} onClose={() => setOpen(false)} />}
    </>
  );
}
