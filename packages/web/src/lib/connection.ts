import { useSyncExternalStore } from 'react';
import { createStore, useStore } from './external-store.ts';

/**
 * `connecting` until the socket stood once; `lost` only after a working connection broke, so that a network
 * that never lets sockets through does not look like an outage.
 */
export type SocketState = 'connecting' | 'connected' | 'lost';
export const socketState = createStore<SocketState>('connecting');

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
