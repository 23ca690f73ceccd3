import type { EmotionCache } from '@emotion/cache';
import type { GlobalProps } from '@emotion/react';
import { useEffect, useInsertionEffect } from 'react';
import { createStore, useStore } from '../lib/external-store.ts';
import { readNonce } from '../lib/browser/page-facts.ts';
import { getSettings, useSettings } from '../lib/settings.ts';

/** RTL styles, loaded when they are first needed. */
interface Mirrored {
  cache: EmotionCache;
  page: GlobalProps['styles'];
}
const mirrored = createStore<Mirrored | undefined>(undefined);

async function loadMirrored(): Promise<void> {
  const { createMirroredCache, mirroredPage } = await import('./mirrored-styles.ts');
  if (!mirrored.get()) mirrored.set({ cache: createMirroredCache(readNonce()), page: mirroredPage });
}

/** Awaited before the first render. */
export async function openDirection(): Promise<void> {
  if (getSettings().direction === 'rtl') await loadMirrored().catch(() => undefined);
}

/** Undefined until the styles are loaded. */
export function useMirrored(): Mirrored | undefined {
  const styles = useStore(mirrored);
  return useSettings().direction === 'rtl' ? styles : undefined;
}

export const useDirection = (): 'ltr' | 'rtl' => (useMirrored() ? 'rtl' : 'ltr');

export function useDocumentDirection(): void {
  const wanted = useSettings().direction;
  const direction = useDirection();
  useEffect(() => {
    // On failure the page stays as it is.
    if (wanted === 'rtl') loadMirrored().catch(() => undefined);
  }, [wanted]);
  // Before layout effects measure the page.
  useInsertionEffect(() => {
    document.documentElement.dir = direction;
  }, [direction]);
}
