import type { Server, Socket } from 'socket.io';
import type { Logger } from 'pino';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { pendingSetup, type Actor } from '../work/context.ts';
import { FIGURE_ROOMS, figureRoomOf } from './activity.ts';

export type ResolveActor = (token: string) => Promise<Actor | null>;

/** Limits handshakes of one address behind which no live session stands. */
export interface HandshakeLimit {
  /** Undefined: within the limit. */
  secondsToWait(request: IncomingMessage): number | undefined;
  take(request: IncomingMessage): void;
  giveBack(request: IncomingMessage): void;
}

interface Guard {
  resolveActor: ResolveActor;
  clock: () => Date;
  log: Logger;
  /** Called with the request of each socket that was let in. */
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

/** Why a live session gets no socket now: it is locked, or its user has something to set right first. */
const closedReason = (actor: Actor) => (actor.isLocked ? 'SESSION_LOCKED' : pendingSetup(actor));

const RECHECK_MS = 60_000;
/** Past the limit for certain: a timer may fire a moment early. */
const AFTER_LOCK_MS = 20;
/** Of one user on this node: one for each open tab. */
export const SOCKETS_PER_USER = 20;
/** The product's own client sends nothing at all. */
const TOLERATED_EVENTS = 20;
const TOKEN_MAX_LENGTH = 4096;

const readToken = (socket: Socket): string | null => {
  const token: unknown = socket.handshake.auth['token'];
  return typeof token === 'string' && token.length > 0 && token.length <= TOKEN_MAX_LENGTH ? token : null;
};

/**
 * A socket needs a live token of a session that is not locked and of a user who has nothing to set right first, exactly as a
 * request does. Only the server puts it into rooms, and events that a client sends are dropped.
 */
export function guardSockets(io: Server, guard: Guard): void {
  io.use(async (socket, next) => {
    const refusal = await refusalOf(socket, guard);
    // Any other refusal is one of a live session, or says nothing about it.
    if (refusal?.message !== 'UNAUTHENTICATED') guard.handshakes?.giveBack(socket.request);
    next(refusal);
  });
  io.on('connection', (socket) => {
    guard.onAccepted?.(socket.request);
    dropClientEvents(socket);
    watchToken(socket, guard);
  });
}

/** Undefined: accepted, and in the rooms of its user, session and role. Never throws, because nothing would catch it. */
async function refusalOf(socket: Socket, { resolveActor, log }: Guard): Promise<Error | undefined> {
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
    if (received > TOLERATED_EVENTS) socket.disconnect(true);
  });
}

/**
 * Ending a session closes its sockets at once (Publish.endSessions), and so does another role or a new duty (Publish.endUser);
 * the client then comes back with its new rights. In case that event was missed, this also closes the socket when its token
 * expires, and checks session, role and duties right after joining the rooms, every minute and when the idle limit is due: a
 * locked session hears nothing. Its client is refused with SESSION_LOCKED until the identity is confirmed (rule security/idle-limit).
 */
function watchToken(socket: Socket, { resolveActor, clock, log }: Guard): void {
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
    // Asked again, not closed: the person may have done something meanwhile.
    if (actor.locksAt) idleLimit = setTimeout(checkQuietly, until(actor.locksAt) + AFTER_LOCK_MS);
  };
  // A database that is away says nothing about the session: the next round asks again.
  const checkQuietly = () =>
    void check().catch((error: unknown) => log.warn({ err: error }, 'a socket could not be rechecked'));
  const rounds = setInterval(checkQuietly, RECHECK_MS);
  checkQuietly();
  socket.on('disconnect', () => {
    clearInterval(rounds);
    clearTimeout(expiry);
    clearTimeout(idleLimit);
  });
}

/**
 * Of two Host headers one part of the way may follow the first and another the second; Node keeps the first and says nothing of
 * the others. Without one only HTTP/1.0 may come.
 */
export function namesOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  // A request made by hand in the process itself has no raw headers.
  const names = rawHeaders?.length ? rawHeaders.filter((_, at) => at % 2 === 0) : Object.keys(headers);
  const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

/**
 * Whether a page of this origin may open a socket. Browsers always send Origin; a client without one is no browser page, so
 * it cannot misuse a user's session, and it still needs a token.
 */
export function isOriginAllowed(request: Pick<IncomingMessage, 'headers'>, allowed: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
}

const WEBSOCKET_KEY = /^[+/0-9A-Za-z]{22}==$/;

/**
 * With a listener for upgrades Node hands it everything that asks for another protocol, and the socket library hangs up on, or
 * answers without our headers, what is not meant for it (`Upgrade: h2c`, a broken handshake, a foreign origin). Such a request
 * is answered as if it had not asked. Node before 24.9 does not know the property and goes on as before.
 */
export function upgradeOnlySockets(
  server: HttpServer,
  io: Server,
  {
    isOriginAllowed,
    handshakes,
  }: { isOriginAllowed: (request: IncomingMessage) => boolean; handshakes?: HandshakeLimit | undefined },
): void {
  const shouldUpgradeCallback = (request: IncomingMessage) =>
    isHandshake(request) &&
    isOriginAllowed(request) &&
    isExpected(io, request) &&
    (!isNewClient(request) || handshakes?.secondsToWait(request) === undefined);
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
    namesOneHost(request)
  );
};

const queryOf = ({ url = '' }: IncomingMessage) => new URLSearchParams(url.split('?', 2)[1] ?? '');
/** Not one that has its session of the socket library already. */
export const isNewClient = (request: IncomingMessage): boolean => !queryOf(request).get('sid');

/** A new client, or one that leaves its polling session for this; anything else the library refuses in words. */
function isExpected(io: Server, request: IncomingMessage): boolean {
  const query = queryOf(request);
  const sid = query.get('sid');
  const { clients } = io.engine as unknown as { clients: Record<string, unknown> };
  const isKnown = sid === null || Object.hasOwn(clients, sid);
  return query.get('transport') === 'websocket' && query.get('EIO') === '4' && isKnown;
}
