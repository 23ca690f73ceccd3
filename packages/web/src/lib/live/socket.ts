import { type EventName, type EventPayload, EVENTS } from '@campanero/contract/events';
import { NOTIFICATION_POLL_MS } from '@campanero/contract/limits';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { publishActivity } from './activity.ts';
import { forgetErased } from '../draft.ts';
import { createStore, useStore } from '../external-store.ts';
import { askIdentity, isIdentityAsked } from '../identity.ts';
import type { Topic } from '../queries.ts';
import { getSession } from '../session.ts';

/** What each event makes stale. The socket never writes data: it only says that something changed. */
const STALE: Record<EventName, readonly Topic[]> = {
  // What may be done with a contact depends on the campaign's status.
  campaign: ['campaigns', 'audience', 'contacts'],
  // Most of them say that calls were assigned or a callback is due: lists that show those follow.
  notification: ['notifications', 'audience', 'campaigns', 'callbacks', 'exports'],
  audience: ['campaigns', 'audience', 'notifications'],
  'export audience': ['notifications', 'exports'],
  'export calls': ['notifications', 'exports'],
  'export individual statistics': ['notifications', 'exports'],
  mail: ['mail'],
  note: ['quick-panel'],
  'block list': ['block-lists'],
  erased: ['contacts', 'audience'],
  // Only pages that show figures follow it (useActivity).
  activity: [],
  statistics: ['statistics'],
  // The answer of the session's check carries them.
  settings: ['session'],
};

/** Short breaks, a restart or a changed network, are not worth a word to the person. */
const QUIET_MS = 3000;
const RECONNECT_MS = 1000;
const REFUSED_MS = 5000;
const START_MS = 300;
/** Where no connection stands by then, what waits for it is asked for without. */
const FALLBACK_MS = 1500;

/**
 * Opens the live connection for the present session; the answer closes it. Its code is loaded only then.
 * Delivery is at most once, so nothing rests on an event alone: at every connection what may have been missed is fetched
 * again, and where no connection stands everything on screen is asked for once a minute. What rings waits for the first
 * connection, or a moment (useIsListening), so that it is asked for once and nothing can be missed.
 */
export function openSocket(queryClient: QueryClient): () => void {
  let closed = false;
  let isUp = false;
  let close = () => {};
  let lostTimer: ReturnType<typeof setTimeout> | undefined;

  const start = async () => {
    const { io } = await import('socket.io-client');
    if (closed) return;
    const socket = io({
      // Several nodes without sticky sessions can only be reached by websocket; polling is the fallback.
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      auth: (give) => give({ token: getSession()?.token }),
      reconnectionDelayMax: 10_000,
    });
    close = () => socket.disconnect();
    let stoodBefore = false;
    const comeBack = (delayMs: number) => {
      // Either the session ended, which the check will find out, or its token was renewed, or the server was in trouble.
      void queryClient.invalidateQueries({ queryKey: ['session'] });
      // Refused by the server itself: socket.io does not try again of its own accord.
      setTimeout(() => {
        if (!closed && getSession()) socket.connect();
      }, delayMs);
    };
    socket.on('connect', () => {
      clearTimeout(lostTimer);
      isUp = true;
      socketState.set('connected');
      // Before the first connection the page has just asked for everything; only what rings is asked for again, if it was.
      if (stoodBefore) void queryClient.invalidateQueries();
      else if (listening.get()) void queryClient.invalidateQueries({ queryKey: ['notifications'] });
      listening.set(true);
      stoodBefore = true;
    });
    socket.on('connect_error', ({ message }) => {
      if (closed || socket.active) return;
      if (message !== 'SESSION_LOCKED') return comeBack(REFUSED_MS);
      // Refused for as long as the session is locked. What happens meanwhile is fetched on connecting.
      void askIdentity('locked').then((isProved) => {
        if (isProved && !closed) socket.connect();
      });
    });
    socket.on('disconnect', (reason) => {
      isUp = false;
      if (closed) return;
      lostTimer = setTimeout(() => socketState.set('lost'), QUIET_MS);
      if (reason === 'io server disconnect') comeBack(RECONNECT_MS);
    });
    socket.on('activity', publishActivity);
    socket.on('erased', (erased: EventPayload<'erased'>) => {
      forgetErased(erased);
      // Not only stale: what is on screen of them goes at once.
      const isErased = ({ queryKey: [topic, , callId] }: { queryKey: readonly unknown[] }) =>
        (topic === 'contacts' || topic === 'calls') &&
        [...erased.callIds, ...erased.rewrittenCallIds].includes(Number(callId));
      void queryClient.resetQueries({ predicate: isErased });
    });
    for (const name of Object.keys(EVENTS) as EventName[])
      socket.on(name, () => {
        for (const key of STALE[name]) void queryClient.invalidateQueries({ queryKey: [key] });
      });
  };
  // After the page itself: nothing on screen waits for the socket.
  const startTimer = setTimeout(() => start().catch(() => socketState.set('connecting')), START_MS);
  const fallbackTimer = setTimeout(stopWaitingForSocket, FALLBACK_MS);
  const poll = setInterval(() => {
    if (!isUp && document.visibilityState === 'visible' && !isIdentityAsked()) void queryClient.invalidateQueries();
  }, NOTIFICATION_POLL_MS);

  return () => {
    closed = true;
    clearTimeout(startTimer);
    clearTimeout(fallbackTimer);
    clearTimeout(lostTimer);
    clearInterval(poll);
    close();
    socketState.set('connecting');
    listening.set(false);
  };
}

/**
 * `connecting` until the socket stood once; `lost` only after a working connection broke, so that a network
 * that never lets sockets through does not look like an outage.
 */
type SocketState = 'connecting' | 'connected' | 'lost';
const socketState = createStore<SocketState>('connecting');

const listening = createStore(false);
/** Whether the socket stands, or stood, or is not waited for any more. */
export const useIsListening = (): boolean => useStore(listening);
/** Somebody wants to see it now. */
export const stopWaitingForSocket = (): void => listening.set(true);

function watchNetwork(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
const useBrowserIsOnline = () => useSyncExternalStore(watchNetwork, () => navigator.onLine);

export function useConnection(): SocketState {
  const socket = useStore(socketState);
  return useBrowserIsOnline() ? socket : 'lost';
}
