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

/** The queries that each event makes stale. */
const STALE: Record<EventName, readonly Topic[]> = {
  // Whether a contact may be called depends on the campaign.
  campaign: ['campaigns', 'audience', 'contacts'],
  // Calls were assigned or a callback is due.
  notification: ['notifications', 'audience', 'campaigns', 'callbacks', 'exports'],
  audience: ['campaigns', 'audience', 'notifications'],
  'export audience': ['notifications', 'exports'],
  'export calls': ['notifications', 'exports'],
  'export individual statistics': ['notifications', 'exports'],
  mail: ['mail'],
  note: ['quick-panel'],
  'block list': ['block-lists'],
  erased: ['contacts', 'audience'],
  phone: ['phone'],
  // Handled by useActivity.
  activity: [],
  statistics: ['statistics'],
  // They are part of the session check.
  settings: ['session'],
};

/** Shorter breaks are not shown. */
const QUIET_MS = 3000;
const RECONNECT_MS = 1000;
const REFUSED_MS = 5000;
const START_MS = 300;
/** Then queries that wait for the socket run without it. */
const FALLBACK_MS = 1500;

// Events are delivered at most once: each connection refetches what may have been missed, and without one everything on screen is
// fetched every minute. Notifications wait for the first connection or a moment (useIsListening).
export function openSocket(queryClient: QueryClient): () => void {
  let closed = false;
  let isUp = false;
  let close = () => {};
  let lostTimer: ReturnType<typeof setTimeout> | undefined;

  const start = async () => {
    const { io } = await import('socket.io-client');
    if (closed) return;
    const socket = io({
      // Several nodes without sticky sessions need websockets; polling is the fallback.
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      auth: (give) => give({ token: getSession()?.token }),
      reconnectionDelayMax: 10_000,
    });
    close = () => socket.disconnect();
    let wasConnected = false;
    const reconnect = (delayMs: number) => {
      // The session ended, its token was renewed, or the server had an error.
      void queryClient.invalidateQueries({ queryKey: ['session'] });
      // After a refusal socket.io does not reconnect by itself.
      setTimeout(() => {
        if (!closed && getSession()) socket.connect();
      }, delayMs);
    };
    socket.on('connect', () => {
      clearTimeout(lostTimer);
      isUp = true;
      socketState.set('connected');
      // The page has just loaded: only notifications may be outdated.
      if (wasConnected) void queryClient.invalidateQueries();
      else if (listening.get()) void queryClient.invalidateQueries({ queryKey: ['notifications'] });
      listening.set(true);
      wasConnected = true;
    });
    socket.on('connect_error', ({ message }) => {
      if (closed || socket.active) return;
      if (message !== 'SESSION_LOCKED') return reconnect(REFUSED_MS);
      // Missed events are fetched on connecting.
      void askIdentity('locked').then((isProved) => {
        if (isProved && !closed) socket.connect();
      });
    });
    socket.on('disconnect', (reason) => {
      isUp = false;
      if (closed) return;
      lostTimer = setTimeout(() => socketState.set('lost'), QUIET_MS);
      if (reason === 'io server disconnect') reconnect(RECONNECT_MS);
    });
    socket.on('activity', publishActivity);
    socket.on('erased', (erased: EventPayload<'erased'>) => {
      forgetErased(erased);
      // Removed from the screen at once.
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
  // After the requests of the page.
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

/** `lost` only after a working connection broke: a network that blocks sockets is not an outage. */
type SocketState = 'connecting' | 'connected' | 'lost';
const socketState = createStore<SocketState>('connecting');

const listening = createStore(false);
/** Whether the socket connected once or is not waited for any more. */
export const useIsListening = (): boolean => useStore(listening);
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
