import { auth } from '@campanero/contract/auth/endpoints';
import { call } from './api.ts';
import { endSession, getSession } from './session.ts';

const LAST_WORDS_MS = 500;
const farewells = new Set<() => Promise<unknown>>();
/** Registers what must still be said in the person's name when they sign out. */
export const onSignOut = (say: () => Promise<unknown>) => void farewells.add(say);

/**
 * Ends the session on the server first, so that the token is dead wherever it lies; whatever the answer,
 * nothing stays in the browser (SEC-22).
 */
export async function signOut(): Promise<void> {
  if (!getSession()) return;
  const said = Promise.all([...farewells].map((say) => say()));
  await Promise.race([said, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))]);
  const goodbye = call(auth.logout).catch(() => undefined);
  // The request has read its token by now: waiting for a slow server would only keep the person's data on screen.
  endSession('signed-out');
  await goodbye;
}
