import { useEffect } from 'react';
import { later } from '../../components/later.tsx';
import { closeShortcutHelp, openShortcutHelp, useShortcut, useShortcutHelpOpen } from '../../lib/shortcuts.ts';

const ShortcutHelpDialog = later(() =>
  import('./shortcut-help-dialog.tsx').then((module) => module.ShortcutHelpDialog),
);

/** Listens for `?`. Closed with the session. */
export function ShortcutHelp() {
  useShortcut('help', openShortcutHelp);
  useEffect(() => closeShortcutHelp, []);
  return useShortcutHelpOpen() && <ShortcutHelpDialog onClose={closeShortcutHelp} />;
}
