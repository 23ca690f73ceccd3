import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { BODY_LIMIT, BODY_LIMITS } from '@campanero/contract/limits';
import { hasOneHostHeader } from '../realtime/handshake.ts';
import { AppError } from '../work/app-error.ts';
import { hasBody, limitUnfinishedBodies, markUpload, shareConnections } from './connection-shares.ts';
import { refuseOnSocket } from './error-handler.ts';

/** From the start of a connection, or the first byte of its next request, to the end of the headers. */
const HEADERS_MS = 10_000;

export function guardConnections(app: FastifyInstance, maxConnections?: number): void {
  const { server } = app;
  server.headersTimeout = HEADERS_MS;
  shareConnections(app, maxConnections);
  limitUnfinishedBodies(app);
  // An unknown Expect header is ignored instead of refused.
  server.on('checkExpectation', (request: IncomingMessage, response) => server.emit('request', request, response));
  // Node would close CONNECT without an answer.
  server.on('connect', (_request, socket) => refuseOnSocket(socket, new AppError('METHOD_NOT_ALLOWED')));
  app.addHook('onRequest', async ({ raw }) => {
    if (!hasOneHostHeader(raw)) throw new AppError('BAD_REQUEST');
  });
}

/** Time for a body that is no upload: this plus its length at a very slow rate. */
const BODY_MS = 10_000;
const BODY_BYTES_PER_MS = 8;
/** Minimum rate of an upload, which may take long in total (REQUEST_TIMEOUT_MS in app.ts). */
const UPLOAD_PACE = { ms: 60_000, bytes: 32_768 };

const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Calls `giveUp` if the body has not arrived in time; by default closes the connection. */
export function limitBodyTime(
  request: IncomingMessage,
  { ms = BODY_MS, giveUp = () => void request.destroy() }: { ms?: number; giveUp?: () => void } = {},
): void {
  if (!hasBody(request)) return;
  const declared = Math.min(Number(request.headers['content-length'] ?? BODY_LIMIT), BODY_LIMITS.userFile);
  const expire = () => {
    if (!request.complete) giveUp();
  };
  const timer = setTimeout(expire, ms + declared / BODY_BYTES_PER_MS).unref();
  bodyTimers.set(request, timer);
  request.once('close', () => clearTimeout(timer));
}

/** 408 for a body that does not arrive in time; only closes the connection if the reply was already sent. */
export function refuseSlowBodies(app: FastifyInstance, ms = BODY_MS): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const giveUp = () => {
      // The body parser listens for errors and fails the request with this one.
      if (!reply.sent && raw.listenerCount('error') > 0) raw.emit('error', new AppError('REQUEST_TIMEOUT'));
      else raw.destroy();
    };
    limitBodyTime(raw, { ms, giveUp });
  });
}

/** Replaces the time limit of the body by a minimum rate. */
export function allowSlowUpload(request: IncomingMessage, pace = UPLOAD_PACE): void {
  clearTimeout(bodyTimers.get(request));
  const { socket } = request;
  if (!(socket instanceof Socket)) return;
  markUpload(request);
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const received = socket.bytesRead - before;
    before += received;
    // Buffered data means that our store or scanner is slow, not the sender.
    if (!request.complete && received < pace.bytes && request.readableLength === 0) socket.destroy();
  }, pace.ms).unref();
  request.once('close', () => clearInterval(timer));
}

/** A body of this size has usually arrived before the refusal is sent. */
const SMALL_BYTES = 1_048_576;
/** How long the rest of a refused body is read and discarded. */
const LINGER_MS = 2_000;

/** Requests with `Expect: 100-continue` that have not been answered yet. */
const awaitingContinue = new WeakSet<IncomingMessage>();

/** Answers a refused request before its body has arrived, then closes. `100 Continue` is sent before the body is read. */
export function refuseEarly(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: IncomingMessage, response) => {
    awaitingContinue.add(request);
    app.server.emit('request', request, response);
  });
  // Forms send it after the handler's own checks (acceptUpload).
  app.addHook('preParsing', async (request, reply) => {
    if (!request.routeOptions.config.spec?.multipart) sendContinue(request, reply);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string' || !isLarge(request)) return payload;
    reply.headers({ connection: 'close', 'content-length': Buffer.byteLength(payload) });
    return Readable.from(discardBodyAfter(payload, request.raw));
  });
}

export function acceptUpload(request: FastifyRequest, reply: FastifyReply): void {
  allowSlowUpload(request.raw);
  sendContinue(request, reply);
}

function sendContinue(request: FastifyRequest, reply: FastifyReply): void {
  if (awaitingContinue.delete(request.raw)) reply.raw.writeContinue();
}

const isLarge = ({ raw, headers }: FastifyRequest) =>
  !raw.complete && !(Number(headers['content-length']) <= SMALL_BYTES);

/** The answer ends only with the body: closing while the client still sends would reset the connection, and it may lose the answer. */
async function* discardBodyAfter(answer: string, body: IncomingMessage) {
  yield answer;
  await finished(body.resume(), { signal: AbortSignal.timeout(LINGER_MS) }).catch(() => {});
}
