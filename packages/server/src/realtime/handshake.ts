import type { Server, Socket } from 'socket.io';
import type { Logger } from 'pino';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { pendingSetup, type Actor } from '../work/context.ts';
import { FIGURE_ROOMS, figureRoomOf } from './activity.ts';

export type ResolveActor = (token: string) => Promise<Actor | null>;

/** Limits handshakes without a valid session by address. */
export interface HandshakeLimit {
  /** Undefined within the limit. */
  secondsToWait(request: IncomingMessage): number | undefined;
  take(request: IncomingMessage): void;
  giveBack(request: IncomingMessage): void;
}

export interface SocketGuard {
  resolveActor: ResolveActor;
  clock: () => Date;
  log: Logger;
  onAccepted?: (request: IncomingMessage) => void;
  handshakes?: HandshakeLimit | undefined;
}

export const userRoom = (userId: number) => `user:${userId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;

function roomsOf({ id, sessionId, primary }: Actor): string[] {
  const figureRoom = figureRoomOf(primary);
  return [userRoom(id), sessionRoom(sessionId), ...(figureRoom ? [figureRoom] : [])];
}
const hasRoomsOfOtherRole = (socket: Socket, { primary }: Actor) =>
  FIGURE_ROOMS.some((room) => socket.rooms.has(room) !== (room === figureRoomOf(primary)));

/** Why a valid session gets no socket: it is locked, or its user has a pending setup step. */
const closedReason = (actor: Actor) => (actor.isLocked ? 'SESSION_LOCKED' : pendingSetup(actor));

const RECHECK_MS = 60_000;
/** Margin, since a timer may fire early. */
const AFTER_LOCK_MS = 20;
/** Per user and node: one for each open tab. */
export const SOCKETS_PER_USER = 20;
/** Our own client sends no events. */
const CLIENT_EVENTS_MAX = 20;
const TOKEN_MAX_LENGTH = 4096;

const readToken = (socket: Socket): string | null => {
  const token: unknown = socket.handshake.auth['token'];
  return typeof token === 'string' && token.length > 0 && token.length <= TOKEN_MAX_LENGTH ? token : null;
};

/** A socket needs the token and state of a request. Only the server joins rooms; client events are dropped. */
export function guardSockets(io: Server, guard: SocketGuard): void {
  io.use(async (socket, next) => {
    const refusal = await refusalOf(socket, guard);
    // Other refusals mean a valid session, or say nothing about it.
    if (refusal?.message !== 'UNAUTHENTICATED') guard.handshakes?.giveBack(socket.request);
    next(refusal);
  });
  io.on('connection', (socket) => {
    guard.onAccepted?.(socket.request);
    dropClientEvents(socket);
    watchToken(socket, guard);
  });
}

/** Undefined if accepted, with its rooms joined. Never throws, since nothing would catch it. */
async function refusalOf(socket: Socket, { resolveActor, log }: SocketGuard): Promise<Error | undefined> {
  try {
    const token = readToken(socket);
    const actor = token && (await resolveActor(token));
    if (!actor) return new Error('UNAUTHENTICATED');
    const reason = closedReason(actor);
    if (reason) return new Error(reason);
    const open = socket.nsp.adapter.rooms.get(userRoom(actor.id))?.size ?? 0;
    if (open >= SOCKETS_PER_USER) return new Error('TOO_MANY_SOCKETS');
    await socket.join(roomsOf(actor));
    return undefined;
  } catch (error) {
    log.error({ err: error }, 'a socket could not be authenticated');
    return new Error('UNAVAILABLE');
  }
}

function dropClientEvents(socket: Socket): void {
  let received = 0;
  socket.use(() => {
    received += 1;
    if (received > CLIENT_EVENTS_MAX) socket.disconnect(true);
  });
}

// In case Publish.endSessions or endUser was missed: closes the socket when its token expires, and checks session, role and setup
// after joining, every minute and at the idle limit (rule security/idle-limit).
function watchToken(socket: Socket, { resolveActor, clock, log }: SocketGuard): void {
  let expiry: NodeJS.Timeout | undefined;
  let idleLimit: NodeJS.Timeout | undefined;
  const until = (when: Date) => Math.max(0, when.getTime() - clock().getTime());
  const check = async () => {
    const token = readToken(socket);
    const actor = token && (await resolveActor(token));
    if (!actor || closedReason(actor) || hasRoomsOfOtherRole(socket, actor)) return void socket.disconnect(true);
    clearTimeout(expiry);
    clearTimeout(idleLimit);
    if (!socket.connected) return;
    expiry = setTimeout(() => socket.disconnect(true), until(actor.expiresAt));
    // Checked, not closed: the user may have been active meanwhile.
    if (actor.locksAt) idleLimit = setTimeout(checkQuietly, until(actor.locksAt) + AFTER_LOCK_MS);
  };
  // If the database is down the state is unknown: the next round checks again.
  const checkQuietly = () =>
    void check().catch((error: unknown) => log.warn({ err: error }, 'a socket could not be rechecked'));
  const interval = setInterval(checkQuietly, RECHECK_MS);
  checkQuietly();
  socket.on('disconnect', () => {
    clearInterval(interval);
    clearTimeout(expiry);
    clearTimeout(idleLimit);
  });
}

/** With two Host headers, proxy and server may use different ones. Only HTTP/1.0 may have none. */
export function hasOneHostHeader({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  // Injected requests have no raw headers.
  const names = rawHeaders?.length ? rawHeaders.filter((_, at) => at % 2 === 0) : Object.keys(headers);
  const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

/** Browsers always send Origin; other clients cannot misuse a user's session and still need a token. */
export function isOriginAllowed(request: Pick<IncomingMessage, 'headers'>, allowed: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
}

const WEBSOCKET_KEY = /^[+/0-9A-Za-z]{22}==$/;

type UpgradeRules = { isOriginAllowed: (request: IncomingMessage) => boolean; handshakes?: HandshakeLimit };

/** Upgrades that are not for the socket library are answered as plain requests. Node before 24.9 ignores the property. */
export function upgradeOnlySockets(server: HttpServer, io: Server, rules: UpgradeRules): void {
  const shouldUpgradeCallback = (request: IncomingMessage) =>
    isHandshake(request) &&
    rules.isOriginAllowed(request) &&
    isExpected(io, request) &&
    (!isNewClient(request) || rules.handshakes?.secondsToWait(request) === undefined);
  Object.assign(server, { shouldUpgradeCallback });
}

const isHandshake = (request: IncomingMessage) => {
  const { method, url = '', headers } = request;
  return (
    method === 'GET' &&
    url.startsWith('/socket.io/') &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    WEBSOCKET_KEY.test(headers['sec-websocket-key'] ?? '') &&
    headers['sec-websocket-version'] === '13' &&
    hasOneHostHeader(request)
  );
};

const queryOf = ({ url = '' }: IncomingMessage) => new URLSearchParams(url.split('?', 2)[1] ?? '');
/** Has no session of the socket library yet. */
export const isNewClient = (request: IncomingMessage): boolean => !queryOf(request).get('sid');

/** A new client, or one that upgrades from polling; the library refuses others. */
function isExpected(io: Server, request: IncomingMessage): boolean {
  const query = queryOf(request);
  const sid = query.get('sid');
  const { clients } = io.engine as unknown as { clients: Record<string, unknown> };
  const isKnown = sid === null || Object.hasOwn(clients, sid);
  return query.get('transport') === 'websocket' && query.get('EIO') === '4' && isKnown;
}
