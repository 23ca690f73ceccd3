import { auth } from '@campanero/contract/auth/endpoints';
import { call } from './api.ts';
import { endSession, getSession } from './session.ts';

/**
 * Ends the session on the server first, so that the token is dead wherever it lies; whatever the answer,
 * nothing stays in the browser (SEC-22).
 */
export async function signOut(): Promise<void> {
  if (!getSession()) return;
  const goodbye = call(auth.logout).catch(() => undefined);
  // The request has read its token by now: waiting for a slow server would only keep the person's data on screen.
  endSession('signed-out');
  await goodbye;
}
