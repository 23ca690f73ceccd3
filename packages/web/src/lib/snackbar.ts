import { SNACKBAR_MAX, SNACKBAR_MS } from '@campanero/contract/limits';
import { now } from './clock.ts';
import { createStore, useStore } from './external-store.ts';
import { onSessionEnd } from './session.ts';

export type SnackbarVariant = 'success' | 'warning' | 'error' | 'info';
interface SnackbarMore {
  /** What the message is about. */
  detail?: string;
  links?: readonly { label: string; to: string }[];
  /** It stands among the notifications, not again among the recent messages. */
  hasNotification?: boolean;
}
export interface Snackbar extends SnackbarMore {
  id: number;
  variant: SnackbarVariant;
  text: string;
  /** The same text again within two seconds counts up instead of stacking. */
  count: number;
  shownAt: number;
  durationMs: number;
}

const SAME_TEXT_MS = 2000;
const RECENT_MAX = 20;
const store = createStore<readonly Snackbar[]>([]);
const recent = createStore<readonly Snackbar[]>([]);
let lastId = 0;

function show(variant: SnackbarVariant, text: string, more: SnackbarMore = {}) {
  const shownAt = now();
  const shown = store.get();
  const same = shown.find(
    (snackbar) =>
      snackbar.text === text &&
      snackbar.detail === more.detail &&
      snackbar.variant === variant &&
      shownAt - snackbar.shownAt < SAME_TEXT_MS,
  );
  if (same) {
    const again = { ...same, count: same.count + 1, shownAt };
    for (const list of [store, recent])
      list.set(list.get().map((snackbar) => (snackbar.id === same.id ? again : snackbar)));
    return;
  }
  const hasChoice = more.links !== undefined && more.links.length > 1;
  const durationMs = SNACKBAR_MS[hasChoice ? 'default' : variant];
  const snackbar = { ...more, id: ++lastId, variant, text, count: 1, shownAt, durationMs };
  // Newest first.
  store.set([snackbar, ...shown].slice(0, SNACKBAR_MAX));
  if (!more.hasNotification) recent.set([snackbar, ...recent.get()].slice(0, RECENT_MAX));
}

/** Shown by components/snackbar/snackbar-host.tsx. */
export const notify = {
  success: (text: string, more?: SnackbarMore) => show('success', text, more),
  warning: (text: string, more?: SnackbarMore) => show('warning', text, more),
  error: (text: string, more?: SnackbarMore) => show('error', text, more),
  info: (text: string, more?: SnackbarMore) => show('info', text, more),
};

export const dismissSnackbar = (id: number) => store.set(store.get().filter((snackbar) => snackbar.id !== id));
/** The drawer of the notifications repeats them. */
export const clearSnackbars = () => store.set([]);
export const useSnackbars = () => useStore(store);

export const forgetSnackbars = () => recent.set([]);
export const useRecentSnackbars = () => useStore(recent);
// They may contain data of the user.
onSessionEnd(forgetSnackbars);
