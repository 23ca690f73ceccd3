import type { EmotionCache } from '@emotion/cache';
import type { GlobalProps } from '@emotion/react';
import { useEffect, useInsertionEffect } from 'react';
import { createStore, useStore } from '../lib/external-store.ts';
import { readNonce } from '../lib/browser/page-facts.ts';
import { getSettings, useSettings } from '../lib/settings.ts';

/** From right to left or not, at run time. The styles for it come with the first page that needs them. */
interface Mirrored {
  cache: EmotionCache;
  page: GlobalProps['styles'];
}
const mirrored = createStore<Mirrored | undefined>(undefined);

async function loadMirrored(): Promise<void> {
  const { createMirroredCache, mirroredPage } = await import('./mirrored-styles.ts');
  if (!mirrored.get()) mirrored.set({ cache: createMirroredCache(readNonce()), page: mirroredPage });
}

/** Awaited before the first drawing, so that a page never turns before one's eyes. */
export async function openDirection(): Promise<void> {
  if (getSettings().direction === 'rtl') await loadMirrored().catch(() => undefined);
}

/** What to draw with; the page turns as a whole, once its styles are there. */
export function useMirrored(): Mirrored | undefined {
  const styles = useStore(mirrored);
  return useSettings().direction === 'rtl' ? styles : undefined;
}

export const useDirection = (): 'ltr' | 'rtl' => (useMirrored() ? 'rtl' : 'ltr');

/** Where the page's lines end: for what is placed by side and not by a style (menus, tooltips). */
export const useEndSide = (): 'left' | 'right' => (useDirection() === 'rtl' ? 'left' : 'right');

/** Keeps the document as the settings say. Used once, around everything. */
export function useDocumentDirection(): void {
  const wanted = useSettings().direction;
  const direction = useDirection();
  useEffect(() => {
    // Without its styles the page stays as it is; the next load tries again.
    if (wanted === 'rtl') loadMirrored().catch(() => undefined);
  }, [wanted]);
  // With the styles: set after the page has measured itself, all of it would be styled a second time.
  useInsertionEffect(() => {
    document.documentElement.dir = direction;
  }, [direction]);
}
