import { useSyncExternalStore } from 'react';

type ExternalStore<T> = { get: () => T; set: (next: T) => void; subscribe: (listener: () => void) => () => void };

/** State that is also written outside React (API client, socket). */
export function createStore<T>(initial: T): ExternalStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      listeners.forEach((listener) => listener());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStore = <T>(store: ExternalStore<T>): T => useSyncExternalStore(store.subscribe, store.get);
