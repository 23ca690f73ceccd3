import { replaceEqualDeep } from '@tanstack/react-query';
import { z } from 'zod';
import type { Session } from '@campanero/contract/auth/schemas';
import { named } from '@campanero/contract/shared/paging';
import { onOtherTab, parseStored } from './browser/storage.ts';
import { now } from './clock.ts';
import { createStore, useStore } from './external-store.ts';
import { afterTyping } from './browser/typing.ts';

/** Besides settings, all personal data in local storage (rule security/sign-out-clears-the-browser). */
const INFO_KEY = 'userInfo';
const TOKEN_KEY = 'userDetails';
/** Informs the other tabs: drafts are dropped only after signing out. */
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
export type StoredSession = UserInfo & { token: string };

/** After a lost session, not after signing out, sign-in returns to the page. */
type SessionEnd = 'none' | 'expired' | 'signed-out';
const isLive = (info: { expires: number }) => info.expires * 1000 > now();

/** Null also if invalid or expired. */
function readStored(): StoredSession | null {
  const token = localStorage.getItem(TOKEN_KEY);
  const info = userInfo.safeParse(parseStored(localStorage.getItem(INFO_KEY))).data;
  return token && info && isLive(info) ? { ...info, token } : null;
}

function eraseStored() {
  localStorage.removeItem(INFO_KEY);
  localStorage.removeItem(TOKEN_KEY);
}

const store = createStore<{ session: StoredSession | null; ended: SessionEnd }>({ session: null, ended: 'none' });
type Ended = Exclude<SessionEnd, 'none'>;
const cleaners = new Set<(ended: Ended) => void>();

/** Clean-up of caches, drafts and sockets, with the reason. */
export const onSessionEnd = (clean: (ended: Ended) => void) => {
  cleaners.add(clean);
  return () => cleaners.delete(clean);
};

/** Requests to be sent before signing out. */
export const signOutTasks = new Set<() => Promise<unknown>>();
export const onSignOut = (task: () => Promise<unknown>) => void signOutTasks.add(task);

/** Reads the stored session and follows other tabs. Called once before the first render. */
export function openSessionStore(): () => void {
  const session = readStored();
  if (!session) eraseStored();
  store.set({ session, ended: 'none' });
  return onOtherTab((key) => {
    if (key !== TOKEN_KEY && key !== null) return;
    const current = store.get().session;
    const next = readStored();
    if (!next && current) return followEnd();
    // Another user signed in in another tab.
    if (next && current && next.userId !== current.userId) cleaners.forEach((clean) => clean('signed-out'));
    if (next) store.set({ session: next, ended: 'none' });
  });
}

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
  const { token, ...info } = session;
  // The token last: other tabs react to it and need the matching user.
  localStorage.setItem(INFO_KEY, JSON.stringify(info));
  localStorage.setItem(TOKEN_KEY, token);
  // Keeps the object if unchanged, to avoid renders.
  store.set(replaceEqualDeep(store.get(), { session, ended: 'none' }));
}

export function beginSession({ id, email, token, name, permissions, roles, expires }: Session): void {
  keep({ userId: id, mail: email, token, name, permissions, roles, expires });
}

/** Roles and name may have changed since sign-in. */
export function updateSession(fresh: Partial<Omit<StoredSession, 'userId'>>): void {
  const session = getSession();
  if (session) keep({ ...session, ...fresh });
}

/** False if another tab has renewed it. */
export const isCurrentToken = (token: string) => localStorage.getItem(TOKEN_KEY) === token;

/** Clears this tab; removing the token informs the others. */
export function endSession(ended: Ended): void {
  localStorage.setItem(END_KEY, ended);
  eraseStored();
  cleaners.forEach((clean) => clean(ended));
  store.set({ session: null, ended });
}
