import { useCaps, type ShortcutId } from '../lib/shortcuts.ts';
import { KeyCap } from './key-cap.tsx';

/** The keys of a shortcut on the button they press; nothing while they are switched off. */
export function ShortcutCap({ id }: { id: ShortcutId }) {
  const caps = useCaps(id);
  return caps ? <KeyCap aria-hidden>{caps}</KeyCap> : null;
}
