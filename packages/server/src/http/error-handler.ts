import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorSpec, wireText, type ErrorBody, type ErrorCode } from '@campanero/contract/errors';
import pg from 'pg';
import type { Logger } from 'pino';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { AppError } from '../work/app-error.ts';
import { causeOf, createRepeatedLog, type RepeatedLog } from '../work/repeated-log.ts';
import { isRetryable } from '../work/transact.ts';
import { headersFor, securityHeaders } from './headers.ts';

const RETRY_SECONDS = 5;

const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_TYPE',
  FST_ERR_REOPENED_CLOSE_SERVER: 'UNAVAILABLE',
};

/** The one translator: whatever was thrown becomes a refusal with a code, a status and a Spanish text. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isRetryable(error)) return new AppError('COLLISION', { cause: error, retryAfter: RETRY_SECONDS });
  if (isDatabaseUnavailable(error)) return new AppError('UNAVAILABLE', { cause: error, retryAfter: RETRY_SECONDS });
  if (isUnstorableValue(error)) return new AppError('BAD_REQUEST', { cause: error });
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? FRAMEWORK_CODES[code] : undefined;
  if (known) return new AppError(known, { cause: error });
  // What Fastify itself refuses: broken JSON, a length that lies, an address that cannot be decoded.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new AppError('BAD_REQUEST', { cause: error });
  return new AppError('INTERNAL', { cause: error });
}

function errorBody(refusal: AppError, requestId?: string): ErrorBody {
  const { code } = errorSpec(refusal.error);
  return {
    message: wireText(refusal.error),
    error: refusal.error,
    ...(code !== undefined && { code }),
    ...(refusal.fields && { errors: refusal.fields }),
    ...(requestId && { requestId }),
  };
}

const UNAVAILABLE_REASONS: Partial<Record<ErrorCode, string>> = {
  UNAVAILABLE: 'the database is away',
  COLLISION: 'a transaction collided with others at every attempt',
};

/** Expected refusals leave no line of their own in the log; unexpected errors do. */
function report(error: unknown, refusal: AppError, request: FastifyRequest, logRepeated: RepeatedLog) {
  // Absent when the address could not even be read.
  const log = (request.ctx as FastifyRequest['ctx'] | null)?.log;
  const route = request.routeOptions?.url;
  if (refusal.error === 'INTERNAL') log?.error({ err: refusal.cause ?? error, route }, 'the request failed');
  else if (refusal.status === 503 && refusal.cause)
    logRepeated(UNAVAILABLE_REASONS[refusal.error] ?? 'another system is away', {
      log,
      level: 'warn',
      cause: `${refusal.error} ${causeOf(refusal.cause)}`,
      fields: { err: refusal.cause, reason: refusal.error, route },
    });
  else if (isUnstorableValue(error))
    log?.warn({ err: error, route }, 'a value passed its schema that the database refused');
}

/** Some endpoints have their own error for malformed input; it keeps the faulty fields. */
function asDeclared(refusal: AppError, request: FastifyRequest): AppError {
  const invalid = request.routeOptions?.config?.spec?.invalid;
  const isMalformed = refusal.error === 'VALIDATION' || refusal.error === 'BAD_REQUEST';
  if (!invalid || !isMalformed) return refusal;
  return new AppError(invalid, { cause: refusal, ...(refusal.fields && { fields: refusal.fields }) });
}

/** The client closed the connection in the middle of the request: nothing of ours failed, and the answer cannot arrive. */
const hasHungUp = ({ raw }: FastifyRequest) => raw.errored !== null && !raw.complete;

type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

export function createErrorHandler(log: Logger): ErrorHandler {
  const logRepeated = createRepeatedLog(log);
  return (error, request, reply) => {
    const refusal = hasHungUp(request)
      ? new AppError('BAD_REQUEST', { cause: error })
      : asDeclared(toAppError(error), request);
    report(error, refusal, request, logRepeated);
    answerRefusal(refusal, request, reply);
  };
}

function answerRefusal(refusal: AppError, request: FastifyRequest, reply: FastifyReply): void {
  const retryAfter = refusal.retryAfter ?? (refusal.status === 503 ? RETRY_SECONDS : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))));
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  void reply
    .status(refusal.status)
    .removeHeader('content-disposition')
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    // Serialised here: an endpoint's own schema must not filter a refusal.
    .serializer(JSON.stringify)
    .send(errorBody(refusal, request.id));
}

/** A value that PostgreSQL cannot store: our schema should have refused it, and the answer is 4xx all the same. */
const UNSTORABLE_STATES = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);

const isUnstorableValue = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && UNSTORABLE_STATES.has(error.code ?? '');

/** An address that cannot be decoded never reaches a hook, so the answer gets its headers here. */
export const answerBrokenAddress =
  (handleError: ErrorHandler): ErrorHandler =>
  (error, request, reply) => {
    reply.headers(headersFor(request)).header('x-request-id', request.id);
    handleError(error, request, reply);
  };

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

/** Answers input that never became a request (no HTTP, an unknown method, headers too large or too slow): only a socket exists. */
export function answerBrokenRequest(error: ParseError, socket: Duplex): void {
  // An answer to an earlier request may be half written: nothing may be written into it.
  const { _httpMessage: underWay } = socket as { _httpMessage?: { headersSent: boolean } | null };
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) return void socket.destroy();
  refuseOnSocket(socket, new AppError(refusalOf(error)));
}

/** Writes a refusal with all usual headers directly to the socket. Nothing more is read. */
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
  // The client may close the connection before it has read the answer; that is no fault.
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
}
