import type { Server, Socket } from 'socket.io';
import type { Logger } from 'pino';
import type { Actor } from '../work/context.ts';

export type ResolveActor = (token: string) => Promise<Actor | null>;

interface Guard {
  resolveActor: ResolveActor;
  clock: () => Date;
  log: Logger;
}

export const userRoom = (userId: number) => `user:${userId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;

const RECHECK_MS = 60_000;
/** Of one person on this node: one for each tab they have open. */
export const SOCKETS_PER_USER = 20;
/** The product's own client sends nothing at all. */
const TOLERATED_EVENTS = 20;
const TOKEN_MAX_LENGTH = 4096;

const readToken = (socket: Socket): string | null => {
  const token: unknown = socket.handshake.auth['token'];
  return typeof token === 'string' && token.length > 0 && token.length <= TOKEN_MAX_LENGTH ? token : null;
};

/** A live token or no socket; rooms are the server's affair, and whatever a client sends is dropped (SEC-33). */
export function guardSockets(io: Server, guard: Guard): void {
  io.use(async (socket, next) => next(await refusalOf(socket, guard)));
  io.on('connection', (socket) => {
    dropClientEvents(socket);
    watchToken(socket, guard);
  });
}

/** Undefined: welcome, and in the rooms of its person and session. Never throws: nobody would catch it. */
async function refusalOf(socket: Socket, { resolveActor, log }: Guard): Promise<Error | undefined> {
  try {
    const token = readToken(socket);
    const actor = token && (await resolveActor(token));
    if (!actor) return new Error('UNAUTHENTICATED');
    const open = socket.nsp.adapter.rooms.get(userRoom(actor.id))?.size ?? 0;
    if (open >= SOCKETS_PER_USER) return new Error('TOO_MANY_SOCKETS');
    await socket.join([userRoom(actor.id), sessionRoom(actor.sessionId)]);
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
 * Ending a session closes its sockets at once (Publish.endSessions). This is the net below: the token's own expiry, and a
 * look at the database right after joining the rooms and every minute, for an end that fell in between or was not heard.
 */
function watchToken(socket: Socket, { resolveActor, clock, log }: Guard): void {
  let expiry: NodeJS.Timeout | undefined;
  const check = async () => {
    const token = readToken(socket);
    const actor = token && (await resolveActor(token));
    if (!actor) return void socket.disconnect(true);
    clearTimeout(expiry);
    if (socket.connected)
      expiry = setTimeout(() => socket.disconnect(true), Math.max(0, actor.expiresAt.getTime() - clock().getTime()));
  };
  // A database that is away says nothing about the session: the next round asks again.
  const checkQuietly = () =>
    void check().catch((error: unknown) => log.warn({ err: error }, 'a socket could not be rechecked'));
  const rounds = setInterval(checkQuietly, RECHECK_MS);
  checkQuietly();
  socket.on('disconnect', () => {
    clearInterval(rounds);
    clearTimeout(expiry);
  });
}
