import { auth } from '@campanero/contract/auth/endpoints';
import type { Session } from '@campanero/contract/auth/schemas';
import { REFRESH_WINDOW_SECONDS } from '@campanero/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { now } from './clock.ts';
import { endpointQuery } from './queries.ts';
import {
  beginSession,
  endSession,
  signOutTasks,
  getSession,
  type StoredSession,
  updateSession,
  useSession,
} from './session.ts';
import { applyShellRecord } from './settings.ts';

/** Applies the shell settings before the first render. */
export function enterSession(session: Session): void {
  applyShellRecord({ userId: session.id, roles: session.roles }, session);
  beginSession(session);
}

export const sessionCheckQuery = (userId: number) =>
  endpointQuery(['session', userId], auth.check, undefined, {
    read: ({ mustChangePassword, mustSetSecondFactor, idleMinutes, name, permissions, roles, email, ...person }) => {
      updateSession({ name, permissions, roles, mail: email });
      applyShellRecord({ userId, roles }, person);
      return { mustChangePassword, mustSetSecondFactor, idleMinutes };
    },
    staleTime: Infinity,
    // On a server error the page shows its own errors.
    retry: false,
  });

export function useSessionCheck() {
  const session = useSession();
  return useQuery({ ...sessionCheckQuery(session?.userId ?? 0), enabled: session !== null });
}

/** Whether password or second factor must be set first; until then other requests are refused. */
export const mustFixProfile = (check: { mustChangePassword: boolean; mustSetSecondFactor: boolean } | undefined) =>
  check?.mustChangePassword === true || check?.mustSetSecondFactor === true;

export function useIsAdmitted(): boolean {
  const { isPending, data } = useSessionCheck();
  return !isPending && !mustFixProfile(data);
}

/** A smaller gain means the 12-hour limit is reached. */
const WORTHWHILE_SECONDS = 60;
let ceiling: number | undefined;
let running: Promise<boolean> | undefined;

const isInWindow = ({ expires }: StoredSession) => expires - now() / 1000 <= REFRESH_WINDOW_SECONDS;
export const cannotBeProlonged = (session: StoredSession) => session.expires === ceiling;

async function refresh(session: StoredSession): Promise<boolean> {
  const { token, expires } = await call(auth.refresh);
  // Signed out meanwhile.
  if (getSession()?.userId !== session.userId) return false;
  const gained = expires - session.expires >= WORTHWHILE_SECONDS;
  if (!gained) ceiling = expires;
  updateSession({ token, expires });
  return gained;
}

/** Prolongs a session in its last hour; true if it was. One refresh at a time. */
export function prolongSession(): Promise<boolean> {
  const session = getSession();
  if (!session || !isInWindow(session) || cannotBeProlonged(session)) return Promise.resolve(false);
  // Failures are handled elsewhere: too early, offline, or a 401.
  running ??= refresh(session)
    .catch(() => false)
    .finally(() => (running = undefined));
  return running;
}

const SIGN_OUT_WAIT_MS = 500;

/** Ends the session on the server and, whatever the answer, in the browser. */
export async function signOut(): Promise<void> {
  if (!getSession()) return;
  const tasks = Promise.all([...signOutTasks].map((task) => task()));
  await Promise.race([tasks, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_WAIT_MS))]);
  const request = call(auth.logout).catch(() => undefined);
  // The request already has its token; the data must leave the screen without waiting.
  endSession('signed-out');
  await request;
}
