import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Config } from '../config.ts';
import { eventLine, isWorthShowing, type LogRecord } from '../terminal/event-line.ts';
import { ownTerminal, type Terminal } from '../terminal/terminal.ts';

const MESSAGE_MAX = 500;
const framesOf = (error: Error) =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');

/**
 * An error in the log has its place and kind but no personal data (rule security/logs-hold-no-people): PostgreSQL repeats
 * values in its messages and details ("Key (email)=(…) already exists"), so of its errors only the state and the names of
 * tables and columns are kept.
 */
export function serializeError(error: unknown): object {
  // Some libraries throw or emit plain objects; of those only the code is known to be harmless.
  if (!(error instanceof Error))
    return { type: typeof error, code: (error as { code?: unknown } | null | undefined)?.code };
  if (error instanceof pg.DatabaseError) {
    const { code, constraint, table, column, routine } = error;
    return { type: 'DatabaseError', code, constraint, table, column, routine, stack: framesOf(error) };
  }
  const { code } = error as NodeJS.ErrnoException;
  const cause = error.cause === undefined ? undefined : serializeError(error.cause);
  return { type: error.name, code, message: error.message.slice(0, MESSAGE_MAX), stack: framesOf(error), cause };
}

/** Which process a line is of. */
let ownProcess: object = { pid: process.pid };

/** The log of a process whose settings are known: its lines name node and role, and libraries speak there too. */
export function openLog({ role, port, logLevel }: Pick<Config, 'role' | 'port' | 'logLevel'>): Logger {
  ownProcess = { pid: process.pid, node: `${hostname()}:${port}`, role };
  const log = createLogger(logLevel);
  if (!ownTerminal) logLibraries(log);
  return log;
}

/** JSON lines on stdout, or short sentences on a terminal; pino escapes text that could forge a line. */
export function createLogger(level: string, terminal: Terminal | undefined = ownTerminal): Logger {
  const options: LoggerOptions = {
    level,
    base: ownProcess,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
  };
  return terminal ? pino(options, printEvents(terminal)) : pino(options);
}

/** What libraries print, and Node's own warnings, become lines like all others: whoever collects them reads JSON only. */
function logLibraries(log: Logger): void {
  const say =
    (level: 'info' | 'warn') =>
    (...words: unknown[]) =>
      log[level]({ library: words.map(String).join(' ').slice(0, MESSAGE_MAX) }, 'a library says');
  Object.assign(console, {
    log: say('info'),
    info: say('info'),
    debug: say('info'),
    warn: say('warn'),
    error: say('warn'),
  });
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => say('warn')(name, message));
}

const printEvents = (terminal: Terminal): DestinationStream => ({
  write(json) {
    const record = JSON.parse(json) as LogRecord;
    if (!isWorthShowing(record, terminal.isInStep())) return;
    const line = eventLine(record, terminal.columns());
    if (line !== null) terminal.print(line);
  },
});

/** One line per request: the route's template, never the address as sent, which holds phones and tokens. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.ctx.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.ctx.actor?.id ?? null,
      },
      'request',
    );
  });
}
