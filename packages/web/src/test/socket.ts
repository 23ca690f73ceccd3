type Listener = (payload?: unknown) => void;

const listeners = new Map<string, Set<Listener>>();

/** Stands in for the live connection in every test, which stands at once; `fire` plays the server. */
export const fakeSocket = {
  /** Whether the network lets it through. */
  isLetThrough: true,
  io: () => {
    const connect = () => {
      if (fakeSocket.isLetThrough) queueMicrotask(() => fakeSocket.fire('connect'));
    };
    connect();
    return {
      on(event: string, listener: Listener) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      },
      connect,
      disconnect() {
        listeners.clear();
      },
    };
  },
  fire(event: string, payload?: unknown) {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  },
  isOpen: () => listeners.size > 0,
};
