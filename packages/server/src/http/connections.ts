import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { BODY_LIMIT, BODY_LIMITS } from '@campanero/contract/limits';
import { namesOneHost } from '../realtime/handshake.ts';
import { AppError } from '../work/app-error.ts';
import { hasBody, limitUnfinishedBodies, markUpload, shareConnections } from './connection-shares.ts';
import { refuseOnSocket } from './error-handler.ts';

/** From the opening of a connection, or the first byte of a further request, to the end of its headers. */
const HEADERS_MS = 10_000;

/** Limits the connections, and answers what Node would otherwise answer by itself without our headers. */
export function guardConnections(app: FastifyInstance, maxConnections?: number): void {
  const { server } = app;
  server.headersTimeout = HEADERS_MS;
  shareConnections(app, maxConnections);
  limitUnfinishedBodies(app);
  // An unknown Expect header is ignored instead of refused.
  server.on('checkExpectation', (request: IncomingMessage, response) => server.emit('request', request, response));
  // CONNECT, which Node would leave without an answer.
  server.on('connect', (_request, socket) => refuseOnSocket(socket, new AppError('METHOD_NOT_ALLOWED')));
  app.addHook('onRequest', async ({ raw }) => {
    if (!namesOneHost(raw)) throw new AppError('BAD_REQUEST');
  });
}

/** Time for any body that is no upload: this, and what its length takes over a very slow line. */
const BODY_MS = 10_000;
const BODY_BYTES_PER_MS = 8;
/** An upload may take long (REQUEST_TIMEOUT_MS in app.ts), while it brings at least so much in each such time. */
const UPLOAD_PACE = { ms: 60_000, bytes: 32_768 };

const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** If the whole body has not arrived by then, `giveUp` is called; by default it closes the connection. */
export function limitBodyTime(
  request: IncomingMessage,
  { ms = BODY_MS, giveUp = () => void request.destroy() }: { ms?: number; giveUp?: () => void } = {},
): void {
  if (!hasBody(request)) return;
  const declared = Math.min(Number(request.headers['content-length'] ?? BODY_LIMIT), BODY_LIMITS.userFile);
  const timer = setTimeout(
    () => {
      if (!request.complete) giveUp();
    },
    ms + declared / BODY_BYTES_PER_MS,
  ).unref();
  bodyTimers.set(request, timer);
  request.once('close', () => clearTimeout(timer));
}

/** 408 for a body that does not arrive in time, and the connection is closed; only the latter if the answer is already sent. */
export function refuseSlowBodies(app: FastifyInstance, ms = BODY_MS): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const giveUp = () => {
      // The reader of the body listens for errors and fails the request with this one.
      if (!reply.sent && raw.listenerCount('error') > 0) raw.emit('error', new AppError('REQUEST_TIMEOUT'));
      else raw.destroy();
    };
    limitBodyTime(raw, { ms, giveUp });
  });
}

/** The body is an upload that will be read: it may take as long as it needs while data keeps coming. */
export function allowSlowUpload(request: IncomingMessage, pace = UPLOAD_PACE): void {
  clearTimeout(bodyTimers.get(request));
  const { socket } = request;
  if (!(socket instanceof Socket)) return;
  markUpload(request);
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const came = socket.bytesRead - before;
    before += came;
    // Data that waits for us, for a slow store or scanner, is not the sender's delay.
    if (!request.complete && came < pace.bytes && request.readableLength === 0) socket.destroy();
  }, pace.ms).unref();
  request.once('close', () => clearInterval(timer));
}

/** A body of this size has arrived before a refusal could reach the sender. */
const SMALL_BYTES = 1_048_576;
/** How long data still on its way is read and discarded, so that the answer is not lost in a TCP reset. */
const LINGER_MS = 2_000;

/** Requests whose sender waits for `100 Continue` before sending the body. */
const awaitingContinue = new WeakSet<IncomingMessage>();

/**
 * A request that is refused before its body has arrived (by address, headers or in the middle of a form) is answered at once,
 * and the connection is closed after the answer. `100 Continue` is sent only when the body is about to be read.
 */
export function refuseEarly(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: IncomingMessage, response) => {
    awaitingContinue.add(request);
    app.server.emit('request', request, response);
  });
  // A form is checked by its handler first (acceptUpload); any other body is read right after this.
  app.addHook('preParsing', async (request, reply) => {
    if (!request.routeOptions.config.spec?.multipart) sendContinue(request, reply);
  });
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400 && isLarge(request)) closeAfterAnswer(request, reply);
  });
}

/** The form is about to be read. */
export function acceptUpload(request: FastifyRequest, reply: FastifyReply): void {
  allowSlowUpload(request.raw);
  sendContinue(request, reply);
}

function sendContinue(request: FastifyRequest, reply: FastifyReply): void {
  if (awaitingContinue.delete(request.raw)) reply.raw.writeContinue();
}

const isLarge = ({ raw, headers }: FastifyRequest) =>
  !raw.complete && !(Number(headers['content-length']) <= SMALL_BYTES);

/**
 * If the socket were closed at once, the system would answer the next data with a reset, and the sender would lose an answer
 * it has not read yet. So only our side is ended first, and the rest is read for a moment.
 */
function closeAfterAnswer({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.header('connection', 'close');
  const { socket } = raw;
  if (!(socket instanceof Socket)) return;
  // What Node calls after the last answer of a connection.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
