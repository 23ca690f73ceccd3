import { finished } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const DRAIN_MS = 30_000;
const CLOSE_GRACE_MS = 250;

/** Counts open requests, so that their dependencies stay up until they are done. */
export function countOpenRequests(app: FastifyInstance): () => number {
  let openRequests = 0;
  app.addHook('onRequest', async (_request, reply) => {
    openRequests += 1;
    // onResponse is not called for an aborted request, and `close` may have been emitted already.
    finished(reply.raw, () => {
      openRequests -= 1;
    });
  });
  return () => openRequests;
}

/** In this order: an open request may still publish to sockets, and open sockets would keep the server up. */
export async function drain(app: FastifyInstance, openRequests: () => number, closeSockets: () => Promise<void>) {
  const closed = app.close();
  const deadline = Date.now() + DRAIN_MS;
  while (openRequests() > 0 && Date.now() < deadline) await pause(25);
  await closeSockets();
  // What is left is idle, preconnected, or does not read its response.
  app.server.closeIdleConnections();
  const timer = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed.finally(() => clearTimeout(timer));
}
