import { calls } from '@campanero/contract/calls/endpoints';
import { urlOf } from '@campanero/contract/client';
import { API_ROOT, headersOf } from '../../lib/api.ts';
import { now } from '../../lib/clock.ts';
import { getSession, onSessionEnd, onSignOut } from '../../lib/session.ts';

/**
 * The calls that the server holds for the person in this tab: the one that is open and the one reserved as the next. A
 * hold lasts ten minutes from its last renewal; a minute less counts here, so that a tab that slept asks again.
 */
const TRUSTED_MS = 9 * 60_000;
const held = new Map<number, { campaignId: number; until: number }>();
let openCallId: number | undefined;

export const isHeldHere = (callId: number) => (held.get(callId)?.until ?? 0) > now();
export const forgetHeld = (callId: number) => void held.delete(callId);
export const isOpenHere = (callId: number) => openCallId === callId;

/** After the server's word that the call is held for this person. */
export function keepHeld(campaignId: number, callId: number): void {
  held.set(callId, { campaignId, until: now() + TRUSTED_MS });
}

/**
 * Tells the server that the call is free again. By a request that outlives the page; its answer interests nobody: unheard, the
 * hold ends by itself.
 */
export async function releaseHold(callId: number): Promise<void> {
  const hold = held.get(callId);
  const token = getSession()?.token;
  held.delete(callId);
  if (!hold || !token) return;
  const { method } = calls.release;
  const url = urlOf(calls.release, { params: { id: hold.campaignId, callId } });
  const init = { method, headers: headersOf({ method, url }, token), credentials: 'omit', keepalive: true } as const;
  await fetch(`${window.location.origin}${API_ROOT}${url}`, init).catch(() => undefined);
}

/** A contact page is open. Its end lets everything go, save for the call whose page takes its place. */
export function openCall(callId: number): () => void {
  openCallId = callId;
  return () => {
    if (openCallId === callId) openCallId = undefined;
    // After the effects of the page that takes its place.
    setTimeout(() => {
      for (const id of held.keys()) if (id !== openCallId) void releaseHold(id);
    });
  };
}

// Closing the tab lets the open call go. The reserved one stays until it lapses: a reload gives the same one back.
window.addEventListener('pagehide', () => {
  if (openCallId !== undefined) void releaseHold(openCallId);
});
onSignOut(() => Promise.all([...held.keys()].map((id) => releaseHold(id))));
onSessionEnd(() => held.clear());
