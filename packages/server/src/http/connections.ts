import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../work/app-error.ts';
import { refuseOnSocket } from './broken-request.ts';

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
