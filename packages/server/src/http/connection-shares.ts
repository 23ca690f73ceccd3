import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '../work/address-group.ts';
import { AppError } from '../work/app-error.ts';

/** Enough for a thousand users with a socket and a few requests each; more would hit the system's limit of open files. */
const MAX_CONNECTIONS = 5_000;
/** Bodies on their way from one client. A call centre behind one address has a handful at any moment, its uploads included. */
const UNFINISHED_BODIES_MAX = 200;

interface Connection {
  /** Who it belongs to: the address, or the client that a trusted proxy names. */
  client: string;
  request: IncomingMessage | undefined;
  /** Bytes that came up to the end of the last request. */
  readBefore: number;
}

/** In this order they give way to a new connection: half-sent requests, no request at all, answers that are not read. */
const KINDS = ['unfinished', 'idle', 'unread'] as const;

function kindOf(socket: Socket, { request, readBefore }: Connection) {
  if (webSockets.has(socket)) return undefined;
  if (request) {
    if (!request.complete && !uploads.has(request)) return 'unfinished';
    return socket.writableLength > 0 ? 'unread' : undefined;
  }
  return socket.bytesRead > readBefore ? 'unfinished' : 'idle';
}

/** Forms that are being read: they may take long (connections.ts). */
const uploads = new WeakSet<IncomingMessage>();
export const markUpload = (request: IncomingMessage) => void uploads.add(request);
/** Of people with a session; before that a WebSocket counts as a half-sent request. */
const webSockets = new WeakSet<Socket>();
export function markWebSocket({ socket, headers }: IncomingMessage): void {
  if (headers.upgrade) webSockets.add(socket);
}

/**
 * When all connections are taken, the client that holds most of those which do nothing useful loses the older half of them. So
 * half-sent requests from one address, or from many, shut nobody out, and no fixed share has to fit a whole call centre that
 * comes from one address.
 */
export function shareConnections(app: FastifyInstance, max = MAX_CONNECTIONS): void {
  const connections = new Map<Socket, Connection>();

  function makeRoom(): boolean {
    const byKind = Map.groupBy(connections, ([socket, connection]) => kindOf(socket, connection));
    for (const kind of KINDS) {
      const byClient = Map.groupBy(byKind.get(kind) ?? [], ([, { client }]) => client);
      const largest = [...byClient.values()].toSorted((one, other) => other.length - one.length)[0];
      if (!largest) continue;
      // A Map keeps the order of insertion: the oldest come first.
      for (const [socket] of largest.slice(0, Math.ceil(largest.length / 2))) socket.destroy();
      return true;
    }
    return false;
  }

  app.server.on('connection', (socket: Socket) => {
    if (connections.size >= max && !makeRoom()) return void socket.destroy();
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

/** 429 for a client with too many bodies on their way: behind a proxy the connections are the proxy's, and it has few. */
export function limitUnfinishedBodies(app: FastifyInstance, max = UNFINISHED_BODIES_MAX): void {
  const bodies = new Map<string, Set<IncomingMessage>>();

  app.addHook('onRequest', async ({ raw, ip }, reply) => {
    if (!hasBody(raw)) return;
    const client = addressGroup(ip);
    const open = bodies.get(client) ?? new Set();
    if (open.size >= max) for (const each of open) if (each.complete) open.delete(each);
    if (open.size >= max) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 1 });
    bodies.set(client, open.add(raw));
    // Not the request's: after an early refusal it may never end.
    reply.raw.once('close', () => {
      open.delete(raw);
      if (open.size === 0 && bodies.get(client) === open) bodies.delete(client);
    });
  });
}

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
