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

/** Somebody signed in: their shell is theirs from the first drawing on. */
export function enterSession(session: Session): void {
  applyShellRecord({ userId: session.id, roles: session.roles }, session);
  beginSession(session);
}

/** Asks the server whether the stored session still holds, and who the person is by now. */
export const sessionCheckQuery = (userId: number) =>
  endpointQuery(['session', userId], auth.check, undefined, {
    read: ({ mustChangePassword, mustSetSecondFactor, idleMinutes, name, permissions, roles, email, ...person }) => {
      updateSession({ name, permissions, roles, mail: email });
      applyShellRecord({ userId, roles }, person);
      return { mustChangePassword, mustSetSecondFactor, idleMinutes };
    },
    staleTime: Infinity,
    // A server in trouble is no reason to keep the person waiting: the page's own requests will tell.
    retry: false,
  });

/** How the check of the stored session went. */
export function useSessionCheck() {
  const session = useSession();
  return useQuery({ ...sessionCheckQuery(session?.userId ?? 0), enabled: session !== null });
}

/** Whether something must be set right in the profile first; until then the server refuses everything else. */
export const mustFixProfile = (check: { mustChangePassword: boolean; mustSetSecondFactor: boolean } | undefined) =>
  check?.mustChangePassword === true || check?.mustSetSecondFactor === true;

/** Whether the server will answer: nothing is asked with a session that is not checked yet, nor while one is held up in the profile. */
export function useIsAdmitted(): boolean {
  const { isPending, data } = useSessionCheck();
  return !isPending && !mustFixProfile(data);
}

/** A refresh that gains less than this met the 12-hour ceiling: asking again would change nothing. */
const WORTHWHILE_SECONDS = 60;
let ceiling: number | undefined;
let running: Promise<boolean> | undefined;

const nowSeconds = () => now() / 1000;
const isInWindow = (session: StoredSession) => session.expires - nowSeconds() <= REFRESH_WINDOW_SECONDS;
export const cannotBeProlonged = (session: StoredSession) => session.expires === ceiling;

async function refresh(session: StoredSession): Promise<boolean> {
  const { token, expires } = await call(auth.refresh);
  // Somebody signed out while the answer was on its way: it must not bring the session back.
  if (getSession()?.userId !== session.userId) return false;
  const gained = expires - session.expires >= WORTHWHILE_SECONDS;
  if (!gained) ceiling = expires;
  updateSession({ token, expires });
  return gained;
}

/** Prolongs a session in its last hour; true if the end moved. One refresh at a time. */
export function prolongSession(): Promise<boolean> {
  const session = getSession();
  if (!session || !isInWindow(session) || cannotBeProlonged(session)) return Promise.resolve(false);
  // A failure is no news here: too early, offline, or a 401 that the API's door has handled.
  running ??= refresh(session)
    .catch(() => false)
    .finally(() => (running = undefined));
  return running;
}

const LAST_WORDS_MS = 500;

/**
 * Ends the session on the server first, so that the token is dead wherever it lies; whatever the answer, nothing stays
 * in the browser.
 */
export async function signOut(): Promise<void> {
  if (!getSession()) return;
  const said = Promise.all([...signOutTasks].map((say) => say()));
  await Promise.race([said, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))]);
  const goodbye = call(auth.logout).catch(() => undefined);
  // The request has read its token by now: waiting for a slow server would only keep the person's data on screen.
  endSession('signed-out');
  await goodbye;
}
