import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Config } from '../config.ts';
import { eventLine, isShown, type LogRecord } from '../terminal/event-line.ts';
import { ownTerminal, type Terminal } from '../terminal/terminal.ts';

const MESSAGE_MAX = 500;
const framesOf = (error: Error) =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');

// Without personal data (rule security/logs-contain-no-personal-data): PostgreSQL repeats values in messages and details
// ("Key (email)=(…) already exists"), so only the SQLSTATE and the names of tables and columns are kept.
export function serializeError(error: unknown): object {
  // Some libraries throw plain objects; only their code is safe to log.
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

let processFields: object = { pid: process.pid };

/** The log of a configured process: lines name node and role, and output of libraries is included. */
export function openLog({ role, port, logLevel }: Pick<Config, 'role' | 'port' | 'logLevel'>): Logger {
  processFields = { pid: process.pid, node: `${hostname()}:${port}`, role };
  const log = createLogger(logLevel);
  if (!ownTerminal) redirectConsole(log);
  return log;
}

/** JSON lines on stdout, or short sentences on a terminal. pino escapes line breaks, so input cannot forge a line. */
export function createLogger(level: string, terminal: Terminal | undefined = ownTerminal): Logger {
  const options: LoggerOptions = {
    level,
    base: processFields,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
  };
  return terminal ? pino(options, terminalStream(terminal)) : pino(options);
}

/** Redirects console output of libraries and Node's warnings to the log, so that stdout holds JSON lines only. */
function redirectConsole(log: Logger): void {
  const logAs =
    (level: 'info' | 'warn') =>
    (...parts: unknown[]) =>
      log[level]({ library: parts.map(String).join(' ').slice(0, MESSAGE_MAX) }, 'library output');
  const [info, warn] = [logAs('info'), logAs('warn')];
  Object.assign(console, { log: info, info, debug: info, warn, error: warn });
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => warn(name, message));
}

const terminalStream = (terminal: Terminal): DestinationStream => ({
  write(json) {
    const record = JSON.parse(json) as LogRecord;
    if (!isShown(record, terminal.isInStep())) return;
    const line = eventLine(record, terminal.columns());
    if (line !== null) terminal.print(line);
  },
});

/** One line per request with the route template, never the URL, which holds phone numbers and tokens. */
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
