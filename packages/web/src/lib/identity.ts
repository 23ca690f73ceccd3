import { ApiError } from './errors.ts';
import { createStore, useStore } from './external-store.ts';
import { onSessionEnd } from './session.ts';

/** Why the person is asked for password or code: the session was locked, or a change asks for it. */
export type IdentityQuestion = 'locked' | 'confirm';
const QUESTIONS: Partial<Record<string, IdentityQuestion>> = {
  SESSION_LOCKED: 'locked',
  CONFIRMATION_REQUIRED: 'confirm',
};

/** Tells the other tabs, which share the session: what was proved in one holds in all. */
const PROVED_KEY = 'identityProved';

const store = createStore<IdentityQuestion | null>(null);
const waiting = new Set<(isProved: boolean) => void>();
const provedListeners = new Set<() => void>();

export const useIdentityQuestion = () => useStore(store);
export const isIdentityAsked = () => store.get() !== null;

/** The dialog's answer, for every request that waits for it. */
export function answerIdentity(isProved: boolean): void {
  store.set(null);
  const all = [...waiting];
  waiting.clear();
  all.forEach((settle) => settle(isProved));
  if (isProved) provedListeners.forEach((listener) => listener());
}
/** For what was held back while the question stood. Returns how it is undone. */
export function onIdentityProved(listener: () => void): () => void {
  provedListeners.add(listener);
  return () => provedListeners.delete(listener);
}
onSessionEnd(() => answerIdentity(false));

/** The server has accepted password or code. */
export function noteIdentityProved(): void {
  localStorage.setItem(PROVED_KEY, '1');
  localStorage.removeItem(PROVED_KEY);
  answerIdentity(true);
}
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === PROVED_KEY && newValue !== null) answerIdentity(true);
});

/** Opens the dialog; true once the person has proved who they are. */
export function askIdentity(question: IdentityQuestion): Promise<boolean> {
  // A locked session comes before anything else.
  if (store.get() !== 'locked') store.set(question);
  return new Promise((settle) => void waiting.add(settle));
}

/**
 * Runs a request. If the server asks for the person's identity first, the one dialog does (shell/session), and the request is repeated
 * once: what was typed, opened or queued stays where it is meanwhile.
 */
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
