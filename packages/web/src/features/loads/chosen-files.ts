import { createStore, useStore } from '../../lib/external-store.ts';
import { onSessionEnd } from '../../lib/session.ts';

/**
 * Files that somebody chose and has not sent yet, per person and campaign, in memory only: a browser gives no way to
 * keep them longer. They survive an expired session, which leads to sign-in and back; signing out forgets them (UX-05).
 */
const store = createStore<ReadonlyMap<string, readonly File[]>>(new Map());
const NONE: readonly File[] = [];

onSessionEnd((ended) => {
  if (ended === 'signed-out') store.set(new Map());
});

export function useChosenFiles(userId: number, campaignId: number) {
  const key = `${userId}/${campaignId}`;
  const files = useStore(store).get(key) ?? NONE;
  const choose = (next: readonly File[]) => {
    // Whoever sat here before and let the session run out has chosen in vain.
    const own = [...store.get()].filter(([name]) => name.startsWith(`${userId}/`) && name !== key);
    store.set(new Map(next.length > 0 ? [...own, [key, next]] : own));
  };
  return [files, choose] as const;
}
