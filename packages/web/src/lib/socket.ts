import type { QueryClient } from '@tanstack/react-query';
import { EVENTS } from '@campanero/contract/events';
import type { EventName } from '@campanero/contract/events';
import { socketState } from './connection.ts';
import { getSession } from './session.ts';

/** What each event makes stale. The socket never writes data: it only says that something changed (house 7). */
const STALE: Record<EventName, readonly string[]> = {
  campaign: ['campaigns'],
  notification: ['notifications'],
  audience: ['campaigns', 'audience', 'notifications'],
  'export audience': ['notifications'],
  'export calls': ['notifications'],
  'export individual statistics': ['notifications'],
};

/** Short breaks, a restart or a changed network, are not worth a word to the person. */
const QUIET_MS = 3000;
const RECONNECT_MS = 1000;
const START_MS = 300;

/** Opens the live connection for the present session; the answer closes it. Its code is loaded only then. */
export function openSocket(queryClient: QueryClient): () => void {
  let closed = false;
  let close = () => {};
  let lostTimer: ReturnType<typeof setTimeout> | undefined;

  const start = async () => {
    const { io } = await import('socket.io-client');
    if (closed) return;
    const socket = io({
      // Several nodes without sticky sessions can only be reached by websocket; polling is the fallback.
      transports: ['websocket', 'polling'],
      auth: (give) => give({ token: getSession()?.token }),
      reconnectionDelayMax: 10_000,
    });
    close = () => socket.disconnect();
    let stoodBefore = false;
    socket.on('connect', () => {
      clearTimeout(lostTimer);
      socketState.set('connected');
      // Whatever was missed in between is fetched again (decisions 8).
      if (stoodBefore) void queryClient.invalidateQueries();
      stoodBefore = true;
    });
    socket.on('disconnect', (reason) => {
      if (closed) return;
      lostTimer = setTimeout(() => socketState.set('lost'), QUIET_MS);
      if (reason !== 'io server disconnect') return;
      // The server let go of us: either the session ended, which the check will find out, or its token was renewed.
      void queryClient.invalidateQueries({ queryKey: ['session'] });
      setTimeout(() => {
        if (!closed && getSession()) socket.connect();
      }, RECONNECT_MS);
    });
    for (const name of Object.keys(EVENTS) as EventName[])
      socket.on(name, () => {
        for (const key of STALE[name]) void queryClient.invalidateQueries({ queryKey: [key] });
      });
  };
  // After the page itself: nothing on screen waits for the socket.
  const startTimer = setTimeout(() => start().catch(() => socketState.set('connecting')), START_MS);

  return () => {
    closed = true;
    clearTimeout(startTimer);
    clearTimeout(lostTimer);
    close();
    socketState.set('connecting');
  };
}
