import { ApiError } from './errors.ts';
import { createStore, useStore } from './external-store.ts';
import { onSessionEnd } from './session.ts';

/** Why password or code is asked for: a locked session, or a sensitive change. */
export type IdentityQuestion = 'locked' | 'confirm';
const QUESTIONS: Partial<Record<string, IdentityQuestion>> = {
  SESSION_LOCKED: 'locked',
  CONFIRMATION_REQUIRED: 'confirm',
};

/** Informs the other tabs, which share the session. */
const PROVED_KEY = 'identityProved';

const store = createStore<IdentityQuestion | null>(null);
const waiting = new Set<(isProved: boolean) => void>();
const provedListeners = new Set<() => void>();

export const useIdentityQuestion = () => useStore(store);
export const isIdentityAsked = () => store.get() !== null;

/** Settles every waiting request. */
export function answerIdentity(isProved: boolean): void {
  store.set(null);
  const all = [...waiting];
  waiting.clear();
  all.forEach((settle) => settle(isProved));
  if (isProved) provedListeners.forEach((listener) => listener());
}
export function onIdentityProved(listener: () => void): () => void {
  provedListeners.add(listener);
  return () => provedListeners.delete(listener);
}
onSessionEnd(() => answerIdentity(false));

/** To be called after the server accepted password or code. */
export function noteIdentityProved(): void {
  localStorage.setItem(PROVED_KEY, '1');
  localStorage.removeItem(PROVED_KEY);
  answerIdentity(true);
}
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === PROVED_KEY && newValue !== null) answerIdentity(true);
});

export function askIdentity(question: IdentityQuestion): Promise<boolean> {
  // A locked session has priority.
  if (store.get() !== 'locked') store.set(question);
  return new Promise((settle) => void waiting.add(settle));
}

/** Runs a request. If the server first asks for the user's identity, shows the dialog (shell/session) and repeats it once. */
export async function withIdentity<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const question = error instanceof ApiError ? QUESTIONS[error.code] : undefined;
    if (!question || !(await askIdentity(question))) throw error;
    if (signal?.aborted) throw new DOMException('request canceled', 'AbortError');
    return run();
  }
}
