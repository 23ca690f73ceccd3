import { useEffectEvent, useLayoutEffect } from 'react';
import { createStore, useStore } from './external-store.ts';
import { getSettings, useSettings } from './settings.ts';

type Binding = { id: ShortcutId; run: () => void };
/** The mounted bindings, oldest first. */
const bindings: Binding[] = [];
/** The number of open dialogs that pause shortcuts. */
let pauses = 0;

/** Of two bindings of a shortcut the last one wins, like a dialog over its page. */
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

/** Runs the handler on the shortcut while mounted, unless shortcuts are switched off. */
export function useShortcut(id: ShortcutId, handler: () => void, { enabled = true }: { enabled?: boolean } = {}): void {
  const run = useEffectEvent(handler);
  useLayoutEffect(() => (enabled ? bind({ id, run: () => run() }) : undefined), [id, enabled]);
}

export function boundShortcuts(): ShortcutId[] {
  const bound = new Set(bindings.map(({ id }) => id));
  return (Object.keys(SHORTCUTS) as ShortcutId[]).filter((id) => bound.has(id));
}

export function useShortcutPause(): void {
  useLayoutEffect(() => {
    pauses += 1;
    return () => void (pauses -= 1);
  }, []);
}

export const useKeyCaps = (id: ShortcutId) => (useShortcutsOn() ? SHORTCUTS[id].caps : undefined);

const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform);
const ALT = IS_MAC ? '⌥' : 'Alt';
const CTRL = IS_MAC ? '⌘' : 'Ctrl';

export interface Shortcut {
  label: string;
  /** A `KeyboardEvent.code`, independent of the keyboard layout. */
  code?: string;
  /** A character, ignored while typing. */
  key?: string;
  alt?: true;
  ctrl?: true;
  shift?: true;
  caps: string;
  always?: true;
}

/** All but `?` and Esc have a modifier; all but Esc can be switched off (WCAG 2.1.4). */
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
  // Also while typing.
  findPage: { label: 'Buscar una página', code: 'KeyK', ctrl: true, caps: `${CTRL} K` },
  close: { label: 'Cerrar', code: 'Escape', caps: 'Esc', always: true },
  help: { label: 'Ver los atajos', key: '?', caps: '?' },
} as const satisfies Record<string, Shortcut>;
export type ShortcutId = keyof typeof SHORTCUTS;

const TYPED = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"]';
const isTyping = ({ target }: KeyboardEvent) => target instanceof Element && target.closest(TYPED) !== null;

function isPressed(event: KeyboardEvent, { code, key, alt, ctrl, shift }: Shortcut): boolean {
  const isCtrl = event.ctrlKey || event.metaKey;
  // With or without Shift, depending on the keyboard layout.
  if (key !== undefined) return event.key === key && !event.altKey && !isCtrl && !isTyping(event);
  return (
    event.code === code &&
    event.altKey === Boolean(alt) &&
    isCtrl === Boolean(ctrl) &&
    event.shiftKey === Boolean(shift)
  );
}

const areShortcutsOn = (): boolean => getSettings().preferences.shortcutKeys;
export const useShortcutsOn = (): boolean => useSettings().preferences.shortcutKeys;

const isOpen = createStore(false);
export const openShortcutHelp = () => isOpen.set(true);
export const closeShortcutHelp = () => isOpen.set(false);
export const useShortcutHelpOpen = () => useStore(isOpen);
