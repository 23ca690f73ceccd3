import { useLayoutEffect, useRef } from 'react';
import { isPressed, SHORTCUTS, type Shortcut, type ShortcutId } from './shortcut-keys.ts';
import { areShortcutsOn, useShortcutsOn } from './shortcut-switch.ts';

export { SHORTCUTS, type ShortcutId } from './shortcut-keys.ts';

interface Binding {
  id: ShortcutId;
  run: () => void;
}
/** What is on the screen right now, in the order it came. */
const bindings: Binding[] = [];
/** Dialogs that want the keyboard for themselves. */
let pauses = 0;

/** The one listener. A shortcut bound twice belongs to whoever came last, like a dialog over its page. */
function listen(event: KeyboardEvent): void {
  const bound = bindings.findLast(({ id }) => isPressed(event, SHORTCUTS[id]));
  if (!bound || event.defaultPrevented) return;
  const { always }: Shortcut = SHORTCUTS[bound.id];
  if (!always && (pauses > 0 || !areShortcutsOn())) return;
  event.preventDefault();
  if (!event.repeat) bound.run();
}

function bind(binding: Binding): () => void {
  if (bindings.length === 0) window.addEventListener('keydown', listen);
  bindings.push(binding);
  return () => {
    bindings.splice(bindings.indexOf(binding), 1);
    if (bindings.length === 0) window.removeEventListener('keydown', listen);
  };
}

/** Runs the handler whenever the shortcut is pressed while this is on the screen, unless the person switched them off. */
export function useShortcut(id: ShortcutId, handler: () => void, { enabled = true }: { enabled?: boolean } = {}): void {
  const latest = useRef(handler);
  // Together with what is drawn: a key pressed the moment a button opens must not meet the handler of the closed one.
  useLayoutEffect(() => {
    latest.current = handler;
  });
  useLayoutEffect(() => (enabled ? bind({ id, run: () => latest.current() }) : undefined), [id, enabled]);
}

/** For a dialog: while it is open, no shortcut acts on the page behind it. */
export function useShortcutPause(): void {
  useLayoutEffect(() => {
    pauses += 1;
    return () => {
      pauses -= 1;
    };
  }, []);
}

/** What to draw on the button; nothing while the person has them switched off. */
export function useCaps(id: ShortcutId): string | undefined {
  return useShortcutsOn() ? SHORTCUTS[id].caps : undefined;
}
