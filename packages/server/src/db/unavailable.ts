import pg from 'pg';

const TEMPORARY_CLASSES = ['08', '53', '57', '58'];
const TEMPORARY_STATES = new Set([
  '25P03', // idle in transaction for too long
  '40001', // serialisation failure that outlasted its retries
  '40P01', // deadlock, likewise
  '55P03', // a lock that was not granted in time
]);

const TEMPORARY_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Query read timeout',
];
const NETWORK_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** A missing unix socket is ENOENT, as is a missing file, but with another syscall. */
const isNetworkError = ({ code = '', syscall }: NodeJS.ErrnoException) =>
  NETWORK_CODES.test(code) || (code === 'ENOENT' && syscall === 'connect');

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError)
    return TEMPORARY_STATES.has(error.code ?? '') || TEMPORARY_CLASSES.includes((error.code ?? '').slice(0, 2));
  return isNetworkError(error) || TEMPORARY_MESSAGES.some((message) => error.message.startsWith(message));
}
