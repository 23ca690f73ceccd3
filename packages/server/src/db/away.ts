import pg from 'pg';

/** The database is away, stopping, full or too slow: the same request may succeed in a moment. */
const PASSING_CLASSES = ['08', '53', '57', '58'];
const PASSING_STATES = new Set([
  '25P03', // idle in transaction for too long
  '40001', // serialisation failure that outlasted its retries
  '40P01', // deadlock, likewise
  '55P03', // a lock that was not granted in time
]);

const PASSING_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Query read timeout',
];
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

function isNetworkTrouble(error: NodeJS.ErrnoException): boolean {
  // A unix socket that is not there yet is ENOENT. So is a missing file, but that error is not from `connect`.
  return NETWORK_CODES.has(error.code ?? '') || (error.code === 'ENOENT' && error.syscall === 'connect');
}

export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError)
    return PASSING_STATES.has(error.code ?? '') || PASSING_CLASSES.includes((error.code ?? '').slice(0, 2));
  return isNetworkTrouble(error) || PASSING_MESSAGES.some((message) => error.message.startsWith(message));
}
