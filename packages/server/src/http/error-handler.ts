import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorSpec, wireText, type ErrorBody, type ErrorCode } from '@campanero/contract/errors';
import { AppError } from '../work/app-error.ts';
import { OutdatedRead } from '../work/transact.ts';
import { isDatabaseAway, isUnstorableValue } from './database-errors.ts';

const RETRY_SECONDS = 5;

const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_TYPE',
  FST_ERR_REOPENED_CLOSE_SERVER: 'UNAVAILABLE',
};

/** The one translator: whatever was thrown becomes a refusal with a code, a status and a Spanish text (house 6). */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error) || error instanceof OutdatedRead)
    return new AppError('UNAVAILABLE', { cause: error, retryAfter: RETRY_SECONDS });
  if (isUnstorableValue(error)) return new AppError('BAD_REQUEST', { cause: error });
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? FRAMEWORK_CODES[code] : undefined;
  if (known) return new AppError(known, { cause: error });
  // What Fastify itself refuses: broken JSON, a length that lies, an address that cannot be decoded.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new AppError('BAD_REQUEST', { cause: error });
  return new AppError('INTERNAL', { cause: error });
}

export function errorBody(refusal: AppError, requestId?: string): ErrorBody {
  const { code } = errorSpec(refusal.error);
  return {
    message: wireText(refusal.error),
    error: refusal.error,
    ...(code !== undefined && { code }),
    ...(refusal.fields && { errors: refusal.fields }),
    ...(requestId && { requestId }),
  };
}

/** A refusal is an answer; only what we did not mean to happen is worth a line of its own in the log. */
function report(error: unknown, refusal: AppError, request: FastifyRequest) {
  // Absent when the address could not even be read.
  const log = (request.ctx as FastifyRequest['ctx'] | null)?.log;
  const route = request.routeOptions?.url;
  if (refusal.error === 'INTERNAL') log?.error({ err: refusal.cause ?? error, route }, 'the request failed');
  else if (refusal.error === 'UNAVAILABLE' && refusal.cause)
    log?.warn({ err: refusal.cause, route }, 'the database is away');
  else if (isUnstorableValue(error))
    log?.warn({ err: error, route }, 'a value passed its schema that the database refused');
}

/** Some endpoints have a sentence of their own for whatever is malformed (spec 8); the faulty fields stay with it. */
function asDeclared(refusal: AppError, request: FastifyRequest): AppError {
  const invalid = request.routeOptions?.config?.spec?.invalid;
  const isMalformed = refusal.error === 'VALIDATION' || refusal.error === 'BAD_REQUEST';
  if (!invalid || !isMalformed) return refusal;
  return new AppError(invalid, { cause: refusal, ...(refusal.fields && { fields: refusal.fields }) });
}

/** The sender went away in the middle of the request: nothing of ours failed, and nobody will read the answer. */
const hasHungUp = ({ raw }: FastifyRequest) => raw.errored !== null && !raw.complete;

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = hasHungUp(request)
    ? new AppError('BAD_REQUEST', { cause: error })
    : asDeclared(toAppError(error), request);
  report(error, refusal, request);
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
