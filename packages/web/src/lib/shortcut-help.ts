import { createStore, useStore } from './external-store.ts';

/** The help is opened from the keyboard, the user menu and the footer, and stands in none of them. */
const isOpen = createStore(false);
export const openShortcutHelp = () => isOpen.set(true);
export const closeShortcutHelp = () => isOpen.set(false);
export const useShortcutHelpOpen = () => useStore(isOpen);
