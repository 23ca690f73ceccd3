import { useSyncExternalStore } from 'react';

/** Light, dark, or whatever the system prefers; kept per browser. */
export const COLOR_MODES = ['light', 'dark', 'system'] as const;
type ColorMode = (typeof COLOR_MODES)[number];

const KEY = 'colorMode';
const listeners = new Set<() => void>();
const tellAll = () => listeners.forEach((listener) => listener());

function read(): ColorMode {
  const stored = localStorage.getItem(KEY);
  return COLOR_MODES.find((mode) => mode === stored) ?? 'system';
}

export function setColorMode(mode: ColorMode): void {
  localStorage.setItem(KEY, mode);
  tellAll();
}

const onStorage = (event: StorageEvent) => {
  if (event.key === KEY || event.key === null) tellAll();
};

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

export const useColorMode = (): ColorMode => useSyncExternalStore(subscribe, read);
