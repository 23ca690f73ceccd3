import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '../work/address-group.ts';
import { AppError } from '../work/app-error.ts';

/** Enough for a thousand users with a WebSocket and a few requests each; more would reach the limit of open files. */
const MAX_CONNECTIONS = 5_000;
/** Bodies being received from one client: a call centre behind one address has a handful, uploads included. */
const UNFINISHED_BODIES_MAX = 200;

/** `client`: address group of the peer, or of the client a trusted proxy names. `readBefore`: bytes up to the last request's end. */
type Connection = { client: string; request: IncomingMessage | undefined; readBefore: number };

/** Closed in this order to make room: half-sent requests, idle connections, unread responses. */
const EVICTABLE_STATES = ['unfinished', 'idle', 'unread'] as const;

function evictableState(socket: Socket, { request, readBefore }: Connection) {
  if (webSockets.has(socket)) return undefined;
  if (request) {
    if (!request.complete && !uploads.has(request)) return 'unfinished';
    return socket.writableLength > 0 ? 'unread' : undefined;
  }
  return socket.bytesRead > readBefore ? 'unfinished' : 'idle';
}

/** Uploads being read, which may take long (connections.ts). */
const uploads = new WeakSet<IncomingMessage>();
export const markUpload = (request: IncomingMessage) => void uploads.add(request);
/** WebSockets of signed-in users; before the session is checked a WebSocket counts as a half-sent request. */
const webSockets = new WeakSet<Socket>();
export function markWebSocket({ socket, headers }: IncomingMessage): void {
  if (headers.upgrade) webSockets.add(socket);
}

/** When all are in use, the client with the most evictable ones loses the older half: a call centre shares one address. */
export function shareConnections(app: FastifyInstance, max = MAX_CONNECTIONS): void {
  const connections = new Map<Socket, Connection>();

  function evict(): boolean {
    const byState = Map.groupBy(connections, ([socket, connection]) => evictableState(socket, connection));
    for (const state of EVICTABLE_STATES) {
      const byClient = Map.groupBy(byState.get(state) ?? [], ([, { client }]) => client);
      const largest = [...byClient.values()].toSorted((one, other) => other.length - one.length)[0];
      if (!largest) continue;
      // Maps iterate in insertion order, so the oldest come first.
      for (const [socket] of largest.slice(0, Math.ceil(largest.length / 2))) socket.destroy();
      return true;
    }
    return false;
  }

  app.server.on('connection', (socket: Socket) => {
    if (connections.size >= max && !evict()) return void socket.destroy();
    const client = addressGroup(socket.remoteAddress ?? '');
    connections.set(socket, { client, request: undefined, readBefore: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('onRequest', async ({ raw, ip }, reply) => {
    const connection = connections.get(raw.socket);
    if (!connection) return;
    connection.client = addressGroup(ip);
    connection.request = raw;
    reply.raw.once('close', () => {
      connection.request = undefined;
      connection.readBefore = raw.socket.bytesRead;
    });
  });
}

/** 429 for a client with too many unfinished bodies: behind a proxy, evicting its connections does not help. */
export function limitUnfinishedBodies(app: FastifyInstance, max = UNFINISHED_BODIES_MAX): void {
  const bodies = new Map<string, Set<IncomingMessage>>();

  app.addHook('onRequest', async ({ raw, ip }, reply) => {
    if (!hasBody(raw)) return;
    const client = addressGroup(ip);
    const open = bodies.get(client) ?? new Set();
    if (open.size >= max) for (const each of open) if (each.complete) open.delete(each);
    if (open.size >= max) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 1 });
    bodies.set(client, open.add(raw));
    // The reply's event: after an early refusal the request may never end.
    reply.raw.once('close', () => {
      open.delete(raw);
      if (open.size === 0 && bodies.get(client) === open) bodies.delete(client);
    });
  });
}

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
