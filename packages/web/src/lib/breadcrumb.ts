import { useEffect } from 'react';
import { createStore, useStore } from './external-store.ts';

interface Crumb {
  label: string;
  to: string;
}
const store = createStore<Crumb | undefined>(undefined);

/** What stands before the page's own name in the trail, when only the page knows it: the campaign a contact belongs to. */
export function useCrumb(label: string | undefined, to: string): void {
  useEffect(() => {
    if (label === undefined) return undefined;
    store.set({ label, to });
    return () => store.set(undefined);
  }, [label, to]);
}

export const usePageCrumb = () => useStore(store);
