import { createStore, useStore } from '../../lib/external-store.ts';

/** Which of the two sheets at the edge is open; asked for by the tab and, on a phone, by the user menu. */
export type Panel = 'themeSettings' | 'colorSchemes';

const current = createStore<Panel | null>(null);

export const openPanel = (panel: Panel | null): void => current.set(panel);
export const usePanel = (): Panel | null => useStore(current);
