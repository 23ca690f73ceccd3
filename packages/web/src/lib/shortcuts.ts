import { useLayoutEffect, useRef } from 'react';
import { createStore, useStore } from './external-store.ts';
import { getSettings, useSettings } from './settings.ts';

interface Binding {
  id: ShortcutId;
  run: () => void;
}
/** What is on the screen right now, in the order it came. */
const bindings: Binding[] = [];
/** Dialogs that want the keyboard for themselves. */
let pauses = 0;

/** The one listener. Of two bindings of a shortcut the last one wins, like a dialog over its page. */
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

/** What can be pressed right now, in the order of the table below. */
export function boundShortcuts(): ShortcutId[] {
  const bound = new Set(bindings.map(({ id }) => id));
  return (Object.keys(SHORTCUTS) as ShortcutId[]).filter((id) => bound.has(id));
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
export function useKeyCaps(id: ShortcutId): string | undefined {
  return useShortcutsOn() ? SHORTCUTS[id].caps : undefined;
}

const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform);
const ALT = IS_MAC ? '⌥' : 'Alt';
const CTRL = IS_MAC ? '⌘' : 'Ctrl';

export interface Shortcut {
  /** What it does, for the help. */
  label: string;
  /** As read from `KeyboardEvent.code`, so that another layout or macOS's Option letters change nothing. */
  code?: string;
  /** A character instead of a place on the keyboard: whatever keys write it, and never while somebody is typing. */
  key?: string;
  alt?: true;
  ctrl?: true;
  shift?: true;
  /** As the key caps show it. */
  caps: string;
  /** What every dialog does by itself: no switch takes it away. */
  always?: true;
}

/**
 * With a modifier, so that typing never triggers one; only `?` is a bare character. All but Esc can be switched off
 * (WCAG 2.1.4).
 */
export const SHORTCUTS = {
  call: { label: 'Llamado', code: 'KeyL', alt: true, caps: `${ALT} L` },
  next: { label: 'Siguiente contacto', code: 'KeyS', alt: true, caps: `${ALT} S` },
  copy: { label: 'Copiar el número', code: 'KeyC', alt: true, caps: `${ALT} C` },
  observations: { label: 'Ir a las observaciones', code: 'KeyO', alt: true, caps: `${ALT} O` },
  step: { label: 'Marcar como leído el paso del script', code: 'KeyP', alt: true, caps: `${ALT} P` },
  tab1: { label: 'Contactos', code: 'Digit1', alt: true, caps: `${ALT} 1` },
  tab2: { label: 'Información', code: 'Digit2', alt: true, caps: `${ALT} 2` },
  tab3: { label: 'Observación', code: 'Digit3', alt: true, caps: `${ALT} 3` },
  tab4: { label: 'Campañas', code: 'Digit4', alt: true, caps: `${ALT} 4` },
  tab5: { label: 'Operador', code: 'Digit5', alt: true, caps: `${ALT} 5` },
  saveNext: { label: 'Guardar y siguiente', code: 'Enter', ctrl: true, caps: `${CTRL} ↵` },
  save: { label: 'Guardar', code: 'Enter', ctrl: true, shift: true, caps: `${CTRL} ⇧ ↵` },
  search: { label: 'Buscar quién llama', code: 'KeyB', alt: true, caps: `${ALT} B` },
  // Also while somebody types: nothing they wrote is lost, and Esc brings them back to it.
  findPage: { label: 'Buscar una página', code: 'KeyK', ctrl: true, caps: `${CTRL} K` },
  close: { label: 'Cerrar', code: 'Escape', caps: 'Esc', always: true },
  help: { label: 'Ver los atajos', key: '?', caps: '?' },
} as const satisfies Record<string, Shortcut>;
export type ShortcutId = keyof typeof SHORTCUTS;

const TYPED = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"]';
const isTyping = ({ target }: KeyboardEvent) => target instanceof Element && target.closest(TYPED) !== null;

function isPressed(event: KeyboardEvent, { code, key, alt, ctrl, shift }: Shortcut): boolean {
  const isCtrl = event.ctrlKey || event.metaKey;
  // Which keys write a character, with Shift or not, is the layout's affair.
  if (key !== undefined) return event.key === key && !event.altKey && !isCtrl && !isTyping(event);
  return (
    event.code === code &&
    event.altKey === Boolean(alt) &&
    isCtrl === Boolean(ctrl) &&
    event.shiftKey === Boolean(shift)
  );
}

/** Shortcuts can be switched off, for screen readers and voice control (WCAG 2.1.4). */
const areShortcutsOn = (): boolean => getSettings().preferences.shortcutKeys;
export const useShortcutsOn = (): boolean => useSettings().preferences.shortcutKeys;

/** The help is opened from the keyboard, the user menu and the footer, and stands in none of them. */
const isOpen = createStore(false);
export const openShortcutHelp = () => isOpen.set(true);
export const closeShortcutHelp = () => isOpen.set(false);
export const useShortcutHelpOpen = () => useStore(isOpen);
