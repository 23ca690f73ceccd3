import type { Logger } from 'pino';

const EVERY_MS = 60_000;
/** Distinct causes tracked; beyond that every occurrence is logged. */
const MAX_CAUSES = 200;

interface Occurrence {
  /** Logger of the request, for the first line; the counts use the process logger. */
  log?: Logger | undefined;
  level: 'warn' | 'error';
  cause: string;
  fields: object;
}

export type RepeatedLog = (message: string, occurrence: Occurrence) => void;

/** The first occurrence in full, then a count each minute: in a database outage stack traces would fill the disk. */
export function createRepeatedLog(processLog: Logger, everyMs = EVERY_MS): RepeatedLog {
  const causes = new Map<string, { count: number }>();
  return (message, { log = processLog, level, cause, fields }) => {
    const key = `${message} ${cause}`;
    const known = causes.get(key);
    if (known) return void (known.count += 1);
    log[level](fields, message);
    if (causes.size >= MAX_CAUSES) return;
    const entry = { count: 0 };
    causes.set(key, entry);
    const timer = setInterval(() => {
      if (entry.count === 0) {
        clearInterval(timer);
        causes.delete(key);
        return;
      }
      processLog[level]({ cause, times: entry.count }, message);
      entry.count = 0;
    }, everyMs).unref();
  };
}

/** Error code of PostgreSQL or the system, else error name and message. */
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0]);
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  return error.cause === undefined ? `${error.name}: ${error.message.slice(0, 100)}` : causeOf(error.cause);
}
