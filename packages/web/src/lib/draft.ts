import { onSessionEnd } from './session.ts';

/**
 * What somebody typed and has not sent yet, per person and form, in this tab only. It survives a reload and an expired
 * session; signing out, or another person signing in, wipes it (UX-05, SEC-22).
 */
const PREFIX = 'draft:';
const prefixOf = (userId: number) => `${PREFIX}${userId}:`;

function removeWhere(isDoomed: (key: string) => boolean): void {
  for (const key of Object.keys(sessionStorage)) if (isDoomed(key)) sessionStorage.removeItem(key);
}

export function readDraft(userId: number, name: string): unknown {
  removeWhere((key) => key.startsWith(PREFIX) && !key.startsWith(prefixOf(userId)));
  const stored = sessionStorage.getItem(prefixOf(userId) + name);
  if (stored === null) return undefined;
  try {
    return JSON.parse(stored) as unknown;
  } catch {
    return undefined;
  }
}

export function keepDraft(userId: number, name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(prefixOf(userId) + name, JSON.stringify(draft));
  } catch {
    // A full or forbidden storage costs the draft, not the form.
  }
}

export const dropDraft = (userId: number, name: string): void => sessionStorage.removeItem(prefixOf(userId) + name);

onSessionEnd((ended) => {
  if (ended === 'signed-out') removeWhere((key) => key.startsWith(PREFIX));
});
