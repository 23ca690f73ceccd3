import { type IncomingMessage, type Server as HttpServer, ServerResponse } from 'node:http';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import { ERRORS, wireText } from '@campanero/contract/errors';
import { EVENTS, type EventName, type EventPayload } from '@campanero/contract/events';
import { createPool } from '../db/client.ts';
import { POOL_SIZES } from '../db/pool-sizes.ts';
import { createActivity } from './activity.ts';
import * as handshake from './handshake.ts';
import type { Publish } from './publish.ts';

export interface Hub {
  publish: Publish;
  count(): number;
  /** Serves sockets on this HTTP server. A worker does not: its events reach the sockets of web nodes. */
  attach(server: HttpServer, options: AttachOptions): void;
  /** Must be called before the HTTP server closes, which would wait for open sockets. */
  close(): Promise<void>;
}

interface AttachOptions extends Omit<handshake.SocketGuard, 'log'> {
  /** In addition to the own host: PUBLIC_URL and CORS_ORIGINS. */
  allowedOrigins: readonly string[];
  /** Also sent by the polling transport. */
  headers?: Readonly<Record<string, string>>;
  onRequest?: (request: IncomingMessage) => void;
}

/** A NOTIFY payload is limited to 8000 bytes. */
const ROOMS_PER_EVENT = 200;
const MAX_MESSAGE_BYTES = 16_384;

// Connects the sockets of all nodes over LISTEN/NOTIFY, at most once: clients refetch when they connect (rule
// notifications/events-follow-rows). Polling would need sticky sessions: our client tries WebSocket first.
export function createHub({ url, log }: { url: string; log: Logger }): Hub {
  const pool = createHubPool(url, log);
  const io = new Server({
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: 10_000,
    adapter: createAdapter(pool, {
      errorHandler: (err) => log.error({ err }, 'a socket event did not reach the other nodes'),
    }),
  });
  const emit = createEmit(io, log);
  const activity = createActivity({
    toRoom: (room, campaignIds) => emit([room], 'activity', { campaignIds }),
    toUsers: (userIds, campaignIds) => emit(userIds.map(handshake.userRoom), 'activity', { campaignIds }),
  });
  let isAttached = false;

  return {
    publish: {
      toUsers: (userIds, event, payload) => emit([...new Set(userIds)].map(handshake.userRoom), event, payload),
      activity: activity.note,
      endSessions(sessionIds) {
        if (sessionIds.length > 0) io.in(sessionIds.map(handshake.sessionRoom)).disconnectSockets(true);
      },
      endUser: (userId) => io.in(handshake.userRoom(userId)).disconnectSockets(true),
    },
    count: () => (isAttached ? io.engine.clientsCount : 0),
    attach(server, { allowedOrigins, headers = {}, onRequest, handshakes, ...guard }) {
      handshake.guardSockets(io, { ...guard, handshakes, log });
      io.attach(server, {
        allowRequest: (request, decide) =>
          decide(null, handshake.hasOneHostHeader(request) && handshake.isOriginAllowed(request, allowedOrigins)),
        cors: { origin: [...allowedOrigins] },
      });
      io.engine.use((request: IncomingMessage, response: EngineResponse, next: (fault?: Error) => void) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        onRequest?.(request);
        if (!handshakes || !handshake.isNewClient(request)) return next();
        const seconds = handshakes.secondsToWait(request);
        if (seconds !== undefined) return refuseHandshake(response, seconds, next);
        handshakes.take(request);
        next();
      });
      handshake.upgradeOnlySockets(server, io, {
        isOriginAllowed: (request) => handshake.isOriginAllowed(request, allowedOrigins),
        handshakes,
      });
      isAttached = true;
    },
    async close() {
      activity.flush();
      // io.close() would also close Fastify's HTTP server.
      io.local.disconnectSockets(true);
      if (isAttached) io.engine.close();
      await io.of('/').adapter.close();
      await pool.end();
    },
  };
}

type EngineResponse = ServerResponse | { setHeader(name: string, value: string): void };

/** 429. Before Node 24.9 it may be an upgrade, which the socket library refuses itself. */
function refuseHandshake(response: EngineResponse, seconds: number, next: (fault?: Error) => void): void {
  if (!(response instanceof ServerResponse)) return next(new Error('TOO_MANY_REQUESTS'));
  response.writeHead(ERRORS.TOO_MANY_REQUESTS.status, {
    'retry-after': String(seconds),
    'content-type': 'application/json; charset=utf-8',
  });
  response.end(JSON.stringify({ message: wireText('TOO_MANY_REQUESTS'), error: 'TOO_MANY_REQUESTS' }));
}

/** Sends an event to rooms on all nodes; an invalid payload is not sent. */
const createEmit =
  (io: Server, log: Logger) =>
  <N extends EventName>(rooms: readonly string[], event: N, payload: EventPayload<N>): void => {
    const checked = EVENTS[event].safeParse(payload);
    if (!checked.success) return log.error({ event, issues: checked.error.issues }, 'an event broke its contract');
    for (let at = 0; at < rooms.length; at += ROOMS_PER_EVENT)
      io.to(rooms.slice(at, at + ROOMS_PER_EVENT)).emit(event, checked.data);
  };

/** The adapter never releases a broken connection: after some restarts of PostgreSQL the pool would be empty. */
function createHubPool(url: string, log: Logger) {
  const pool = createPool(url, { max: POOL_SIZES.sockets, applicationName: 'campanero sockets', log });
  pool.on('connect', (client) => {
    client.on('end', () => {
      try {
        (client as typeof client & { release?: (broken: boolean) => void }).release?.(true);
      } catch {
        // It was idle: the pool has removed it.
      }
    });
  });
  return pool;
}
