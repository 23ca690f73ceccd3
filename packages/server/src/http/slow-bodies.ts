import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { AppError } from '../work/app-error.ts';

/** Time for any body that is no upload: a few kilobytes over the slowest line. */
const BODY_MS = 30_000;
/** An upload may take long (REQUEST_TIMEOUT_MS in app.ts), but not fall silent in the middle. */
const SILENCE_MS = 60_000;

const clocks = new WeakMap<IncomingMessage, NodeJS.Timeout>();

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whoever has not sent the whole body by then is cut off, or told so by `giveUp`. */
export function limitBodyTime(
  request: IncomingMessage,
  { ms = BODY_MS, giveUp = () => void request.destroy() }: { ms?: number; giveUp?: () => void } = {},
): void {
  if (!hasBody(request)) return;
  const clock = setTimeout(() => {
    if (!request.complete) giveUp();
  }, ms).unref();
  clocks.set(request, clock);
  request.once('close', () => clearTimeout(clock));
}

/** A body is waited for only so long: 408, and the connection is closed. Whoever has their answer already is just cut off. */
export function refuseSlowBodies(app: FastifyInstance, ms = BODY_MS): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const giveUp = () => {
      // The reader of the body listens for errors: told of one, it lets the request fail with it.
      if (!reply.sent && raw.listenerCount('error') > 0) raw.emit('error', new AppError('REQUEST_TIMEOUT'));
      else raw.destroy();
    };
    limitBodyTime(raw, { ms, giveUp });
  });
}

/** The body is an upload that we want: it has all the time it needs as long as it keeps coming. */
export function awaitUpload(request: IncomingMessage, silenceMs = SILENCE_MS): void {
  clearTimeout(clocks.get(request));
  const { socket } = request;
  if (!(socket instanceof Socket)) return;
  // A sender who falls silent is cut off by Node; once the body is there, nobody waits for more.
  socket.setTimeout(silenceMs);
  request.once('end', () => socket.setTimeout(0));
}
