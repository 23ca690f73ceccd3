import type { Logger } from 'pino';
import type { Terminal } from './terminal.ts';

/** Runs one step of the start and tells whoever watches: what it is doing, then what it did. */
export type RunStep = <T>(doing: string, work: () => Promise<T>, done: (result: T) => string) => Promise<T>;

/** Moving lines on a terminal; two log lines each, where a program reads them. */
export function createSteps(terminal: Terminal | undefined, log: Logger): RunStep {
  if (terminal) return (doing, work, done) => terminal.runStep(doing, work, done);
  return async (doing, work, done) => {
    const startedAt = performance.now();
    log.info(doing);
    const result = await work();
    log.info({ ms: Math.round(performance.now() - startedAt) }, done(result));
    return result;
  };
}
