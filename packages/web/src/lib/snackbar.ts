import { SNACKBAR_MAX, SNACKBAR_MS } from '@campanero/contract/limits';
import { createStore, useStore } from './external-store.ts';

export type SnackbarVariant = 'success' | 'warning' | 'error' | 'info';
export interface Snackbar {
  id: number;
  variant: SnackbarVariant;
  text: string;
  /** The same text again within two seconds counts up instead of stacking (design 6, Toasts). */
  count: number;
  shownAt: number;
  durationMs: number;
}

const SAME_TEXT_MS = 2000;
const store = createStore<readonly Snackbar[]>([]);
let lastId = 0;

function show(variant: SnackbarVariant, text: string) {
  const now = Date.now();
  const shown = store.get();
  const twin = shown.find(
    (snackbar) => snackbar.text === text && snackbar.variant === variant && now - snackbar.shownAt < SAME_TEXT_MS,
  );
  if (twin) {
    store.set(
      shown.map((snackbar) => (snackbar === twin ? { ...twin, count: twin.count + 1, shownAt: now } : snackbar)),
    );
    return;
  }
  const snackbar = { id: ++lastId, variant, text, count: 1, shownAt: now, durationMs: SNACKBAR_MS[variant] };
  // Newest on top; the oldest leaves when a sixth comes.
  store.set([snackbar, ...shown].slice(0, SNACKBAR_MAX));
}

/** Messages to the person: one host shows them, top right (components/snackbar-host.tsx). */
export const notify = {
  success: (text: string) => show('success', text),
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
};

export const dismissSnackbar = (id: number) => store.set(store.get().filter((snackbar) => snackbar.id !== id));
export const clearSnackbars = () => store.set([]);
export const useSnackbars = () => useStore(store);
