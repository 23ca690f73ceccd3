import { readConfig } from './config.ts';
import { createLogger } from './http/logging.ts';
import { announcement } from './process/announce.ts';
import { keepCompiled, saveCompiled } from './process/compile-cache.ts';
import { explainFailure } from './process/startup-error.ts';

/** Longer than requests and jobs get; whatever hangs then must not keep the process. */
const STOP_DEADLINE_MS = 60_000;
/** After a failure nobody reckoned with, coming back soon matters more than the last request (REL-21). */
const CRASH_DEADLINE_MS = 4_000;

/** The process: settings in, one running server, and every way out of it ends in an orderly stop. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  keepCompiled();
  // Only now: whoever mistyped a setting need not wait for all the rest to load.
  const { startServer } = await import('./process/start.ts');
  const log = createLogger(config.logLevel);
  let exitCode = 0;
  let wanted: string | undefined;
  const starting = startServer(config, log);

  const leave = async (reason: string, code: number) => {
    exitCode ||= code;
    // Ctrl-C reaches us twice under npm: once from the terminal, once passed on.
    if (wanted !== undefined) return;
    wanted = reason;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), code === 0 ? STOP_DEADLINE_MS : CRASH_DEADLINE_MS).unref();
    // A start under way is let finish first: a half-made database is not a thing to leave behind.
    const server = await starting.catch(() => undefined);
    await server?.stop().catch((err: unknown) => {
      log.error({ err }, 'the stop was not clean');
      exitCode ||= 1;
    });
    log.info('stopped');
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void leave('SIGTERM', 0));
  process.on('SIGINT', () => void leave('SIGINT', 0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (err: unknown) => {
      log.fatal({ err }, event);
      void leave(event, 1);
    });

  const server = await starting;
  saveCompiled();
  if (wanted === undefined) process.stdout.write(announcement(config, server.address, server.seed));
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
});
