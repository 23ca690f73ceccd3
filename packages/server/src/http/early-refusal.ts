import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { awaitUpload } from './slow-bodies.ts';

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
