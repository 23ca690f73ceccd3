import { replaceEqualDeep } from '@tanstack/react-query';
import { z } from 'zod';
import type { Session } from '@campanero/contract/auth/schemas';
import { named } from '@campanero/contract/shared/paging';
import { now } from './clock.ts';
import { createStore, useStore } from './external-store.ts';
import { afterTyping } from './browser/typing.ts';

/** Where the session is kept; besides settings, local storage holds nothing else of a person (rule security/nothing-stays). */
const INFO_KEY = 'userInfo';
const TOKEN_KEY = 'userDetails';
/** Tells the other tabs why the session ended: drafts are dropped only when the user signed out. */
const END_KEY = 'sessionEnd';

const userInfo = z.object({
  userId: z.number(),
  name: z.string(),
  permissions: z.array(z.string()),
  roles: z.array(named),
  mail: z.string(),
  /** Epoch seconds. */
  expires: z.number(),
});
export type UserInfo = z.infer<typeof userInfo>;
export interface StoredSession extends UserInfo {
  token: string;
}

/** Why there is no session: the sign-in page leads back after a lost session, not after signing out. */
type SessionEnd = 'none' | 'expired' | 'signed-out';
interface SessionState {
  session: StoredSession | null;
  ended: SessionEnd;
}

const isLive = (info: { expires: number }) => info.expires * 1000 > now();

/** What the browser holds right now; anything broken or expired counts as nothing. */
function readStored(): StoredSession | null {
  const token = localStorage.getItem(TOKEN_KEY);
  const stored = localStorage.getItem(INFO_KEY);
  if (!token || !stored) return null;
  try {
    const info = userInfo.parse(JSON.parse(stored));
    return isLive(info) ? { ...info, token } : null;
  } catch {
    return null;
  }
}

function eraseStored() {
  localStorage.removeItem(INFO_KEY);
  localStorage.removeItem(TOKEN_KEY);
}

function writeStored({ token, ...info }: StoredSession) {
  // The token goes last: another tab wakes on it and must find the matching person.
  localStorage.setItem(INFO_KEY, JSON.stringify(info));
  localStorage.setItem(TOKEN_KEY, token);
}

const store = createStore<SessionState>({ session: null, ended: 'none' });
type Ended = Exclude<SessionEnd, 'none'>;
const cleaners = new Set<(ended: Ended) => void>();

/** Registers what must be wiped whenever a session ends, and why it ended: caches, drafts, sockets. */
export const onSessionEnd = (clean: (ended: Ended) => void) => {
  cleaners.add(clean);
  return () => cleaners.delete(clean);
};

/** What must still be said in the person's name when they sign out. */
export const signOutTasks = new Set<() => Promise<unknown>>();
export const onSignOut = (say: () => Promise<unknown>) => void signOutTasks.add(say);

/** Reads the stored session and follows the other tabs. Called once, before the first render. */
export function openSessionStore(): () => void {
  const session = readStored();
  if (!session) eraseStored();
  store.set({ session, ended: 'none' });
  const follow = (event: StorageEvent) => {
    if (event.key !== TOKEN_KEY && event.key !== null) return;
    const current = store.get().session;
    const next = readStored();
    if (!next && current) return followEnd();
    // Another person signed in elsewhere: nothing of the former one may stay on this screen.
    if (next && current && next.userId !== current.userId) cleaners.forEach((clean) => clean('signed-out'));
    if (next) store.set({ session: next, ended: 'none' });
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** The session ended in another tab. */
function followEnd(): void {
  if (localStorage.getItem(END_KEY) !== 'expired') return endSession('signed-out');
  afterTyping(() => {
    if (store.get().session && !readStored()) endSession('expired');
  });
}

export const getSession = () => store.get().session;
export const useSession = () => useStore(store).session;
export const useSessionEnd = () => useStore(store).ended;

function keep(session: StoredSession) {
  writeStored(session);
  // Unchanged, it stays the same object: the check of each page load must not draw everything anew.
  store.set(replaceEqualDeep(store.get(), { session, ended: 'none' }));
}

export function beginSession({ id, email, token, name, permissions, roles, expires }: Session): void {
  keep({ userId: id, mail: email, token, name, permissions, roles, expires });
}

/** What the server knows better: roles and name may have changed since sign-in. */
export function updateSession(fresh: Partial<Omit<StoredSession, 'userId'>>): void {
  const session = getSession();
  if (session) keep({ ...session, ...fresh });
}

/** True if the token is still the one in use; a tab that refreshed in the meantime made it an old one. */
export const isCurrentToken = (token: string) => localStorage.getItem(TOKEN_KEY) === token;

/** Leaves nothing behind in this tab; the removal of the token tells the others. */
export function endSession(ended: Ended): void {
  localStorage.setItem(END_KEY, ended);
  eraseStored();
  cleaners.forEach((clean) => clean(ended));
  store.set({ session: null, ended });
}
