import { onSessionEnd } from './session.ts';

/**
 * What somebody typed and has not sent yet, per person and form, in this tab only. It survives a reload and an expired
 * session; signing out, or another person signing in, wipes it (UX-05, SEC-22).
 */
const PREFIX = 'draft:';
const prefixOf = (userId: number) => `${PREFIX}${userId}:`;

/** Files cannot be stored as text: they wait in this page's memory, so they survive an expired session but no reload. */
const files = new Map<string, readonly File[]>();

function removeWhere(isDoomed: (key: string) => boolean): void {
  for (const key of Object.keys(sessionStorage)) if (isDoomed(key)) sessionStorage.removeItem(key);
  for (const key of files.keys()) if (isDoomed(key)) files.delete(key);
}
const removeOthers = (userId: number) =>
  removeWhere((key) => key.startsWith(PREFIX) && !key.startsWith(prefixOf(userId)));

export function readDraft(userId: number, name: string): unknown {
  removeOthers(userId);
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

export function dropDraft(userId: number, name: string): void {
  sessionStorage.removeItem(prefixOf(userId) + name);
  files.delete(prefixOf(userId) + name);
}

export const hasDraft = (userId: number, name: string) => sessionStorage.getItem(prefixOf(userId) + name) !== null;

export function readDraftFiles(userId: number, name: string): readonly File[] {
  removeOthers(userId);
  return files.get(prefixOf(userId) + name) ?? [];
}

export const keepDraftFiles = (userId: number, name: string, chosen: readonly File[]) =>
  void files.set(prefixOf(userId) + name, chosen);

onSessionEnd((ended) => {
  if (ended === 'signed-out') removeWhere((key) => key.startsWith(PREFIX));
});
