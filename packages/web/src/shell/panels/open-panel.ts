import { IconPalette, IconSettings } from '../../components/icons.ts';
import { createStore, useStore } from '../../lib/external-store.ts';

export const PANELS = [
  { panel: 'themeSettings', Icon: IconSettings },
  { panel: 'colorSchemes', Icon: IconPalette },
] as const;
type Panel = (typeof PANELS)[number]['panel'];

const current = createStore<Panel | null>(null);

export const openPanel = (panel: Panel | null): void => current.set(panel);
export const usePanel = (): Panel | null => useStore(current);
