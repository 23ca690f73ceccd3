import { pino, type Logger } from 'pino';
import { serializeError } from '../../src/http/logging.ts';

/** A product logger and its output so far. */
export function keepLog(): { log: Logger; logged: () => string } {
  const lines: string[] = [];
  const log = pino({ level: 'warn', serializers: { err: serializeError } }, { write: (line) => void lines.push(line) });
  return { log, logged: () => lines.join('') };
}
