import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Server } from 'socket.io';

const WEBSOCKET_KEY = /^[+/0-9A-Za-z]{22}==$/;

/**
 * With a listener for upgrades Node hands it everything that asks for another protocol, and the socket library hangs up on, or
 * answers without our headers, what is not meant for it (`Upgrade: h2c`, a broken handshake, a foreign origin). Such a request
 * is answered as if it had not asked. Node before 24.9 does not know the property and goes on as before.
 */
export function upgradeOnlySockets(
  server: HttpServer,
  io: Server,
  isOriginAllowed: (request: IncomingMessage) => boolean,
): void {
  const shouldUpgradeCallback = (request: IncomingMessage) =>
    isHandshake(request) && isOriginAllowed(request) && isExpected(io, request);
  Object.assign(server, { shouldUpgradeCallback });
}

const isHandshake = ({ method, url = '', headers }: IncomingMessage) =>
  method === 'GET' &&
  url.startsWith('/socket.io/') &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  WEBSOCKET_KEY.test(headers['sec-websocket-key'] ?? '') &&
  headers['sec-websocket-version'] === '13';

/** A new client, or one that leaves its polling session for this; anything else the library refuses in words. */
function isExpected(io: Server, { url = '' }: IncomingMessage): boolean {
  const query = new URLSearchParams(url.split('?', 2)[1] ?? '');
  const sid = query.get('sid');
  const { clients } = io.engine as unknown as { clients: Record<string, unknown> };
  const isKnown = sid === null || Object.hasOwn(clients, sid);
  return query.get('transport') === 'websocket' && query.get('EIO') === '4' && isKnown;
}
