import type { Logger } from 'pino';

const EVERY_MS = 60_000;
/** Causes remembered at a time; beyond that a line is written for each occurrence. */
const MAX_CAUSES = 200;

interface Occurrence {
  /** With the fields of one request; the lines that only count go to the process's own. */
  log?: Logger | undefined;
  level: 'warn' | 'error';
  cause: string;
  fields: object;
}

export type RepeatedLog = (message: string, occurrence: Occurrence) => void;

/**
 * Logs the first occurrence of a cause in full and then one line a minute with how often it happened since: without a database
 * every request fails for the same reason, and a stack for each of them fills the disk.
 */
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

/** What distinguishes one reason from another: the code of PostgreSQL or of the system, else the kind of error and its message. */
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0]);
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  return error.cause === undefined ? `${error.name}: ${error.message.slice(0, 100)}` : causeOf(error.cause);
}
