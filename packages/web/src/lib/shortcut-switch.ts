import { useSyncExternalStore } from 'react';
import { getSession } from './session.ts';

/** Whoever works with a screen reader or by voice switches the shortcuts off: per person, in this browser (WCAG 2.1.4). */
const KEY = 'shortcutsOff';
const listeners = new Set<() => void>();

function peopleWithout(): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

export const areShortcutsOn = (): boolean => !peopleWithout().includes(getSession()?.userId);

export function switchShortcuts(on: boolean): void {
  const userId = getSession()?.userId;
  if (userId === undefined) return;
  const others = peopleWithout().filter((id) => id !== userId);
  localStorage.setItem(KEY, JSON.stringify(on ? others : [...others, userId]));
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Another tab of the same person.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, areShortcutsOn);
