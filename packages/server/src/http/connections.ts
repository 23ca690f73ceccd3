import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { AppError } from '../work/app-error.ts';
import { refuseOnSocket } from './error-handler.ts';

/** A thousand people with a socket and a few requests each; behind it the system's own limit of open files would be hit. */
const MAX_CONNECTIONS = 5_000;
/** From the opening of a connection, or the first byte of a further request, to the end of its headers. */
const HEADERS_MS = 20_000;

/** How many connections there may be, and what Node would answer by itself, without our headers (SEC-47). */
export function guardConnections(app: FastifyInstance, maxConnections = MAX_CONNECTIONS): void {
  const { server } = app;
  server.maxConnections = maxConnections;
  server.headersTimeout = HEADERS_MS;
  // The house is full: those who only keep a connection for later make room for whoever comes next.
  server.on('drop', () => server.closeIdleConnections());
  // An expectation that nobody knows is no reason to refuse what is asked.
  server.on('checkExpectation', (request: IncomingMessage, response) => server.emit('request', request, response));
  // CONNECT, for which Node has no answer at all.
  server.on('connect', (_request, socket) => refuseOnSocket(socket, new AppError('METHOD_NOT_ALLOWED')));
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw new AppError('BAD_REQUEST');
  });
}

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

/** A body of this size arrives anyway before anybody could say no. */
const SMALL_BYTES = 1_048_576;
/** How long what is still on its way is read and thrown away, so that the answer is not lost in a reset. */
const LINGER_MS = 2_000;

/** Senders who wait for our word before they send anything (`Expect: 100-continue`). */
const waiting = new WeakSet<IncomingMessage>();

/**
 * What is refused before its body has come, by its address and headers or in the middle of a form, is answered at once, and
 * the connection is closed behind the answer. Who asked whether to send is told so only when we are about to read.
 */
export function refuseEarly(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: IncomingMessage, response) => {
    waiting.add(request);
    app.server.emit('request', request, response);
  });
  // A form is judged by its handler first (letSend); any other body is read right after this.
  app.addHook('preParsing', async (request, reply) => {
    if (!request.routeOptions.config.spec?.multipart) tellToSend(request, reply);
  });
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400 && isLarge(request)) closeBehind(request, reply);
  });
}

/** The form is about to be read. */
export function letSend(request: FastifyRequest, reply: FastifyReply): void {
  awaitUpload(request.raw);
  tellToSend(request, reply);
}

function tellToSend(request: FastifyRequest, reply: FastifyReply): void {
  if (waiting.delete(request.raw)) reply.raw.writeContinue();
}

const isLarge = ({ raw, headers }: FastifyRequest) =>
  !raw.complete && !(Number(headers['content-length']) <= SMALL_BYTES);

/**
 * Closed at once, the system would answer whatever arrives next with a reset, which makes senders forget the answer they
 * have not read yet: so our side ends first, and the rest is read for a moment.
 */
function closeBehind({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.header('connection', 'close');
  const { socket } = raw;
  if (!(socket instanceof Socket)) return;
  // What Node calls after the last answer of a connection.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
