import { finished } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long requests under way may still take. */
const DRAIN_MS = 30_000;
/** Once nothing is under way, and for answers that are still on the wire. */
const LAST_WORDS_MS = 250;

/** Counts the requests under way, so that the parts they need stay up until they are done. */
export function countOpenRequests(app: FastifyInstance): () => number {
  let underWay = 0;
  app.addHook('onRequest', async (_request, reply) => {
    underWay += 1;
    // Not onResponse: a client that hangs up never gets its response. Nor its `close`, which is over if they hung up before now.
    finished(reply.raw, () => {
      underWay -= 1;
    });
  });
  return () => underWay;
}

/**
 * Stops taking requests, lets those under way finish, then closes the sockets, which would otherwise keep the server open.
 * In this order, because a request that is still running may have something to tell a socket of another node.
 */
export async function drain(
  app: FastifyInstance,
  underWay: () => number,
  closeSockets: () => Promise<void>,
): Promise<void> {
  const closed = app.close();
  const deadline = Date.now() + DRAIN_MS;
  while (underWay() > 0 && Date.now() < deadline) await pause(25);
  await closeSockets();
  // What is left now is idle, or a connection a browser opened in advance, or a client that will not take its answer.
  app.server.closeIdleConnections();
  const patience = setTimeout(() => app.server.closeAllConnections(), LAST_WORDS_MS);
  await closed.finally(() => clearTimeout(patience));
}
