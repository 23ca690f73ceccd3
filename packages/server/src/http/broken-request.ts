import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../work/app-error.ts';
import { errorBody, handleError } from './error-handler.ts';
import { headersFor, securityHeaders } from './headers.ts';

/** An address that cannot be decoded never reaches a hook, so the answer is dressed here. */
export function answerBrokenAddress(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(headersFor(request)).header('x-request-id', request.id);
  handleError(error, request, reply);
}

/** What is no HTTP at all, or headers too large: there is no request yet, only a socket. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const refusal = new AppError('BAD_REQUEST');
  const body = JSON.stringify(errorBody(refusal));
  const headers = {
    ...securityHeaders({ host: '', isSecure: false }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
}
