import { auth } from '@campanero/contract/auth/endpoints';
import { REFRESH_WINDOW_SECONDS } from '@campanero/contract/limits';
import { call } from './api.ts';
import { now } from './clock.ts';
import { getSession, updateSession } from './session.ts';
import type { StoredSession } from './session.ts';

/** A refresh that gains less than this met the 12-hour ceiling: asking again would change nothing. */
const WORTHWHILE_SECONDS = 60;
let ceiling: number | undefined;
let running: Promise<boolean> | undefined;

const nowSeconds = () => now() / 1000;
const isInWindow = (session: StoredSession) => session.expires - nowSeconds() <= REFRESH_WINDOW_SECONDS;
export const isAtCeiling = (session: StoredSession) => session.expires === ceiling;

async function refresh(session: StoredSession): Promise<boolean> {
  const { token, expires } = await call(auth.refresh);
  // Somebody signed out while the answer was on its way: it must not bring the session back.
  if (getSession()?.userId !== session.userId) return false;
  const gained = expires - session.expires >= WORTHWHILE_SECONDS;
  if (!gained) ceiling = expires;
  updateSession({ token, expires });
  return gained;
}

/** Prolongs a session in its last hour; true if the end moved. One refresh at a time, whoever asks. */
export function prolongSession(): Promise<boolean> {
  const session = getSession();
  if (!session || !isInWindow(session) || isAtCeiling(session)) return Promise.resolve(false);
  // A failure is no news here: too early, offline, or a 401 that the API's door has handled.
  running ??= refresh(session)
    .catch(() => false)
    .finally(() => (running = undefined));
  return running;
}
