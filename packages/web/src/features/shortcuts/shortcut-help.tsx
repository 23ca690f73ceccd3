import { lazy, Suspense, useEffect } from 'react';
import { closeShortcutHelp, openShortcutHelp, useShortcut, useShortcutHelpOpen } from '../../lib/shortcuts.ts';

const ShortcutHelpDialog = lazy(async () => ({
  default: (await import('./shortcut-help-dialog.tsx')).ShortcutHelpDialog,
}));

/** Listens for `?`; the dialog comes with the first question. */
export function ShortcutHelp() {
  const isOpen = useShortcutHelpOpen();
  useShortcut('help', openShortcutHelp);
  // Closed with the session.
  useEffect(() => closeShortcutHelp, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutHelpDialog onClose={closeShortcutHelp} />
    </Suspense>
  );
}
