import { callLists } from '@campanero/contract/calls/list-endpoints';
import { urlOf } from '@campanero/contract/client';
import { API_ROOT, headersOf } from '../../lib/api.ts';
import { now } from '../../lib/clock.ts';
import { getSession, onSessionEnd, onSignOut } from '../../lib/session.ts';

/** The calls held for this tab, the open and the next one. A hold lasts ten minutes, here nine, so that it is renewed in time. */
const TRUSTED_MS = 9 * 60_000;
const held = new Map<number, { campaignId: number; until: number }>();
let openCallId: number | undefined;
/** The calls opened in this tab since it was loaded. */
const opened = new Set<number>();

export const isHeldHere = (callId: number) => (held.get(callId)?.until ?? 0) > now();
export const forgetHeld = (callId: number) => void held.delete(callId);
export const isOpenHere = (callId: number) => openCallId === callId;
export const wasOpenHere = (callId: number) => opened.has(callId);

/** To be called after the server has confirmed the hold. */
export function keepHeld(campaignId: number, callId: number): void {
  held.set(callId, { campaignId, until: now() + TRUSTED_MS });
}

/** Releases the hold by a request that outlives the page; if it gets lost, the hold expires. */
export async function releaseHold(callId: number): Promise<void> {
  const hold = held.get(callId);
  const token = getSession()?.token;
  held.delete(callId);
  if (!hold || !token) return;
  const { method } = callLists.release;
  const url = urlOf(callLists.release, { params: { id: hold.campaignId, callId } });
  const init = { method, headers: headersOf({ method, url }, token), credentials: 'omit', keepalive: true } as const;
  await fetch(`${window.location.origin}${API_ROOT}${url}`, init).catch(() => undefined);
}

/** Marks the call as open. The returned function releases all holds, except that of a call opened right after it. */
export function openCall(callId: number): () => void {
  openCallId = callId;
  opened.add(callId);
  return () => {
    if (openCallId === callId) openCallId = undefined;
    // After the effects of the page that comes next.
    setTimeout(() => {
      for (const id of held.keys()) if (id !== openCallId) void releaseHold(id);
    });
  };
}

// Closing the tab releases the open call. The reserved one is kept until it expires: a reload gets the same one again.
window.addEventListener('pagehide', () => {
  if (openCallId !== undefined) void releaseHold(openCallId);
});
onSignOut(() => Promise.all([...held.keys()].map((id) => releaseHold(id))));
onSessionEnd(() => held.clear());
