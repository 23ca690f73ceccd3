import { createStore, useStore } from '../../lib/external-store.ts';

/** Opened by the edge tab and, on a phone, by the user menu. */
export type Panel = 'themeSettings' | 'colorSchemes';

const current = createStore<Panel | null>(null);

export const openPanel = (panel: Panel | null): void => current.set(panel);
export const usePanel = (): Panel | null => useStore(current);
