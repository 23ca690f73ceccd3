import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, wireText, type ErrorBody, type ErrorCode } from '@campanero/contract/errors';
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

/** Maps any thrown error to one with code, status and Spanish text. The only place that does. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isRetryable(error)) return new AppError('COLLISION', { cause: error, retryAfter: RETRY_SECONDS });
  if (isDatabaseUnavailable(error)) return new AppError('UNAVAILABLE', { cause: error, retryAfter: RETRY_SECONDS });
  if (isUnstorableValue(error)) return new AppError('BAD_REQUEST', { cause: error });
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? FRAMEWORK_CODES[code] : undefined;
  if (known) return new AppError(known, { cause: error });
  // Fastify's own refusals: invalid JSON, wrong content length, malformed URL.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new AppError('BAD_REQUEST', { cause: error });
  return new AppError('INTERNAL', { cause: error });
}

function errorBody(refusal: AppError, requestId?: string): ErrorBody {
  const { code } = ERRORS[refusal.error];
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

/** Logs unexpected errors only; repeated 503s are summarised. */
function report(error: unknown, refusal: AppError, request: FastifyRequest, logRepeated: RepeatedLog) {
  // Absent when the URL could not be parsed.
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

function asDeclared(refusal: AppError, request: FastifyRequest): AppError {
  const invalid = request.routeOptions?.config?.spec?.invalid;
  const isMalformed = refusal.error === 'VALIDATION' || refusal.error === 'BAD_REQUEST';
  if (!invalid || !isMalformed) return refusal;
  return new AppError(invalid, { cause: refusal, ...(refusal.fields && { fields: refusal.fields }) });
}

/** The client closed the connection before the request was complete: not our failure. */
const isAborted = ({ raw }: FastifyRequest) => raw.errored !== null && !raw.complete;

type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** `answer`: JSON, unless people read it. */
export function createErrorHandler(log: Logger, answer = answerRefusal): ErrorHandler {
  const logRepeated = createRepeatedLog(log);
  return (error, request, reply) => {
    const refusal = isAborted(request)
      ? new AppError('BAD_REQUEST', { cause: error })
      : asDeclared(toAppError(error), request);
    report(error, refusal, request, logRepeated);
    answer(refusal, request, reply);
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
    // The endpoint's response schema must not filter an error.
    .serializer(JSON.stringify)
    .send(errorBody(refusal, request.id));
}

/** SQLSTATEs of values that PostgreSQL cannot store. Our schemas should have refused them; still a 4xx. */
const UNSTORABLE_STATES = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);

const isUnstorableValue = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && UNSTORABLE_STATES.has(error.code ?? '');

/** A malformed URL reaches no hook, so the security headers are added here. */
export const answerMalformedUrl =
  (handleError: ErrorHandler): ErrorHandler =>
  (error, request, reply) => {
    reply.headers(headersFor(request)).header('x-request-id', request.id);
    handleError(error, request, reply);
  };

/** `rawPacket` is the last data received, `bytesParsed` how much of it Node parsed. */
type ParseError = { code?: string; rawPacket?: unknown; bytesParsed?: number };
const REQUEST_LINE = /^[!-~]{1,100} [!-~]+ HTTP\/1\.[01]\r?\n/;

function refusalOf({ code, rawPacket, bytesParsed = 0 }: ParseError): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT';
  const text = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
  const line = text.slice(text.lastIndexOf('\n', bytesParsed) + 1);
  return code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(line) ? 'METHOD_NOT_ALLOWED' : 'BAD_REQUEST';
}

/** Answers input that never became a request (not HTTP, headers too large or too slow). Only a socket exists. */
export function answerMalformedRequest(error: ParseError, socket: Duplex): void {
  // Do not write into a half-sent response to an earlier request.
  const { _httpMessage: current } = socket as { _httpMessage?: { headersSent: boolean } | null };
  if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent) return void socket.destroy();
  refuseOnSocket(socket, new AppError(refusalOf(error)));
}

/** Writes an error response with all usual headers directly to the socket and ends it. */
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
  // Ignore a client that closes the connection before reading the answer.
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
}
