import { useEffectEvent, useLayoutEffect } from 'react';
import { createStore, useStore } from './external-store.ts';
import { getSettings, useSettings } from './settings.ts';

type Binding = { id: ShortcutId; run: () => void; isReady: boolean };
/** The mounted bindings, oldest first. */
const bindings: Binding[] = [];
/** The number of open dialogs that pause shortcuts. */
let pauses = 0;

/** Of two bindings of a shortcut the last one wins, like a dialog over its page. */
function listen(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const bound = readyBindings().findLast(({ id }) => isPressed(event, SHORTCUTS[id]));
  if (!bound) return keep(event);
  const { always }: Shortcut = SHORTCUTS[bound.id];
  if (!always && (pauses > 0 || !areShortcutsOn())) return;
  event.preventDefault();
  dropKept();
  if (!event.repeat) bound.run();
}

const readyBindings = () => bindings.filter(({ isReady }) => isReady);

interface KeptKey extends Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'shiftKey'> {
  id?: ShortcutId;
  at: number;
  page: string;
}
/** Pressed before their page was ready: they run when it is (rule screens/kept-keys). */
let kept: KeptKey[] = [];
const dropKept = () => void (kept = []);
const MAX_KEPT = 4;
const KEPT_MS = 4000;
/** The same for the pages of two contacts. */
const pageKind = () => window.location.pathname.replaceAll(/\d+/g, '');

function keep(event: KeyboardEvent): void {
  const { key, code, altKey, ctrlKey, shiftKey } = event;
  const id = KEPT_IDS.find((candidate) => isPressed(event, SHORTCUTS[candidate]));
  if (id === undefined && !MODIFIERS.has(key)) dropKept();
  if (id === undefined || event.repeat || pauses > 0 || !areShortcutsOn()) return;
  // Pressed again out of impatience.
  if (kept.some((each) => each.id === id)) return;
  kept = [...kept, { key, code, altKey, ctrlKey, shiftKey, id, at: performance.now(), page: pageKind() }].slice(
    -MAX_KEPT,
  );
}

/** A digit after a kept shortcut belongs to what the shortcut will open, not to the field that has the focus meanwhile. */
function keepDigit(event: KeyboardEvent): void {
  const [first] = kept;
  const isAwaited = bindings.some(({ id, isReady }) => id === first?.id && !isReady);
  if (!first || !/^[1-9]$/.test(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
  if ((isTyping(event) && !isAwaited) || performance.now() - first.at > KEPT_MS) return;
  event.preventDefault();
  event.stopPropagation();
  kept = [...kept, { ...first, id: undefined, key: event.key, code: event.code, altKey: false }].slice(0, MAX_KEPT);
}

/** One at a time: what the first one opens must be there for the second. */
function playKept(): void {
  const [first, ...rest] = kept;
  if (!first || (first.id && !readyBindings().some(({ id }) => id === first.id))) return;
  dropKept();
  if (first.id && (performance.now() - first.at > KEPT_MS || first.page !== pageKind())) return;
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { ...first, bubbles: true, cancelable: true }),
  );
  kept = rest;
  if (rest.length > 0) setTimeout(playKept);
}

function bind(binding: Binding): () => void {
  if (bindings.length === 0) {
    window.addEventListener('keydown', listen);
    window.addEventListener('keydown', keepDigit, true);
    window.addEventListener('pointerdown', dropKept);
  }
  bindings.push(binding);
  if (binding.isReady && kept[0]?.id === binding.id) setTimeout(playKept);
  return () => {
    bindings.splice(bindings.indexOf(binding), 1);
    if (bindings.length > 0) return;
    window.removeEventListener('keydown', listen);
    window.removeEventListener('keydown', keepDigit, true);
    window.removeEventListener('pointerdown', dropKept);
  };
}

/** Runs the handler on the shortcut while mounted and enabled, unless shortcuts are switched off. */
export function useShortcut(id: ShortcutId, handler: () => void, { enabled = true }: { enabled?: boolean } = {}): void {
  const run = useEffectEvent(handler);
  useLayoutEffect(() => bind({ id, run: () => run(), isReady: enabled }), [id, enabled]);
}

export function boundShortcuts(): ShortcutId[] {
  const bound = new Set(readyBindings().map(({ id }) => id));
  return (Object.keys(SHORTCUTS) as ShortcutId[]).filter((id) => bound.has(id));
}

export function useShortcutPause(isActive = true): void {
  useLayoutEffect(() => {
    if (!isActive) return undefined;
    pauses += 1;
    return () => void (pauses -= 1);
  }, [isActive]);
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
  dial: { label: 'Marcar el número', code: 'KeyM', alt: true, caps: `${ALT} M` },
  copy: { label: 'Copiar el número', code: 'KeyC', alt: true, caps: `${ALT} C` },
  observations: { label: 'Ir a las observaciones', code: 'KeyO', alt: true, caps: `${ALT} O` },
  step: { label: 'Marcar como leído el paso del script', code: 'KeyP', alt: true, caps: `${ALT} P` },
  tab1: { label: 'Contactos', code: 'Digit1', alt: true, caps: `${ALT} 1` },
  tab2: { label: 'Información', code: 'Digit2', alt: true, caps: `${ALT} 2` },
  tab3: { label: 'Observación', code: 'Digit3', alt: true, caps: `${ALT} 3` },
  tab4: { label: 'Campañas', code: 'Digit4', alt: true, caps: `${ALT} 4` },
  tab5: { label: 'Operador', code: 'Digit5', alt: true, caps: `${ALT} 5` },
  survey: { label: 'Relevamiento y resultado', code: 'KeyR', alt: true, caps: `${ALT} R` },
  // Of the questionnaire itself, which also stands in dialogs: it reads them with isShortcutKey.
  surveyBack: { label: 'Pregunta anterior', code: 'KeyA', alt: true, caps: `${ALT} A` },
  surveyNone: { label: 'No sabe, o pasar', code: 'KeyN', alt: true, caps: `${ALT} N` },
  saveNext: { label: 'Guardar y siguiente', code: 'Enter', ctrl: true, caps: `${CTRL} ↵` },
  save: { label: 'Guardar', code: 'Enter', ctrl: true, shift: true, caps: `${CTRL} ⇧ ↵` },
  search: { label: 'Buscar quién llama', code: 'KeyB', alt: true, caps: `${ALT} B` },
  // Also while typing.
  findPage: { label: 'Buscar páginas y campañas', code: 'KeyK', ctrl: true, caps: `${CTRL} K` },
  close: { label: 'Cerrar', code: 'Escape', caps: 'Esc', always: true },
  help: { label: 'Ver los atajos', key: '?', caps: '?' },
} as const satisfies Record<string, Shortcut>;
export type ShortcutId = keyof typeof SHORTCUTS;

/** Not those that leave the contact or save it: nobody has seen what they would act on. */
const KEPT_IDS = ['call', 'copy', 'observations', 'tab1', 'tab2', 'tab3', 'tab4', 'tab5'] as const;
const MODIFIERS = new Set(['Alt', 'AltGraph', 'Control', 'Meta', 'Shift']);

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

/** For a part that reads its keys only while it has the focus. */
export const isShortcutKey = (event: KeyboardEvent, id: ShortcutId): boolean =>
  areShortcutsOn() && isPressed(event, SHORTCUTS[id]);

const areShortcutsOn = (): boolean => getSettings().preferences.shortcutKeys;
export const useShortcutsOn = (): boolean => useSettings().preferences.shortcutKeys;

const isOpen = createStore(false);
export const openShortcutHelp = () => isOpen.set(true);
export const closeShortcutHelp = () => isOpen.set(false);
export const useShortcutHelpOpen = () => useStore(isOpen);
