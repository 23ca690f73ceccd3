import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@campanero/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../work/app-error.ts';
import { errorBody, handleError } from './error-handler.ts';
import { headersFor, securityHeaders } from './headers.ts';

/** An address that cannot be decoded never reaches a hook, so the answer is dressed here. */
export function answerBrokenAddress(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(headersFor(request)).header('x-request-id', request.id);
  handleError(error, request, reply);
}

/** `rawPacket` is what came last, `bytesParsed` how far Node could read it. */
interface ParseError {
  code?: string;
  rawPacket?: unknown;
  bytesParsed?: number;
}
const REQUEST_LINE = /^[!-~]{1,100} [!-~]+ HTTP\/1\.[01]\r?\n/;

function refusalOf({ code, rawPacket, bytesParsed = 0 }: ParseError): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT';
  const text = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
  const line = text.slice(text.lastIndexOf('\n', bytesParsed) + 1);
  return code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(line) ? 'METHOD_NOT_ALLOWED' : 'BAD_REQUEST';
}

/** What is no HTTP at all, an unknown method, headers too large or too slow: there is no request yet, only a socket. */
export function answerBrokenRequest(error: ParseError, socket: Duplex): void {
  // An answer to an earlier request that is on its way already must not get this one in its middle.
  const { _httpMessage: underWay } = socket as { _httpMessage?: { headersSent: boolean } | null };
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) return void socket.destroy();
  refuseOnSocket(socket, new AppError(refusalOf(error)));
}

/** The answer to what never became a request: written as bytes, dressed as any other. Nothing more is read. */
export function refuseOnSocket(socket: Duplex, refusal: AppError): void {
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(refusal, requestId));
  const headers = {
    ...securityHeaders({ host: '', isSecure: false }),
    ...(refusal.status === 405 && { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' }),
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // Whoever hangs up instead of listening is no concern of anybody.
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
}
