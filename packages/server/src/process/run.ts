import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { openLog } from '../http/logging.ts';
import { bold, createSteps, ownTerminal, type RunStep } from '../terminal/terminal.ts';
import { assertPortIsFree } from './port.ts';
import { explainFailure } from './startup-error.ts';

/** Longer than requests and jobs get; then the process exits even if something hangs. */
const STOP_DEADLINE_MS = 60_000;
/** After a crash a quick restart matters more than open requests. */
const CRASH_DEADLINE_MS = 4_000;

/** Saves half a second at the next start and in each child process. In node_modules, whose writers could change the code anyway. */
const COMPILE_CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/campanero');

/** Runs before the server starts, e.g. the web build. */
type Prepare = (runStep: RunStep) => Promise<void>;

/** Runs the server until a signal or crash; every exit is an orderly stop. */
export async function runServer(prepare?: Prepare): Promise<void> {
  await run(prepare).catch((error: unknown) => {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exit(1);
  });
}

async function run(prepare: Prepare | undefined): Promise<void> {
  const config = readConfig(process.env);
  // Before the build, to fail fast.
  await assertPortIsFree(config);
  const log = openLog(config);
  const runStep = createSteps(ownTerminal, log);
  ownTerminal?.print(`\n  ${bold('Campanero')}\n`);
  await prepare?.(runStep);
  enableCompileCache(COMPILE_CACHE);
  // Imported late, so that an invalid setting is reported before everything is loaded.
  const [{ startServer }, { announce }] = await Promise.all([import('./start.ts'), import('./announce.ts')]);
  let exitCode = 0;
  let stopReason: string | undefined;
  const starting = startServer(config, log, runStep);

  const stop = async (reason: string, code: number) => {
    exitCode ||= code;
    // npm forwards Ctrl-C, so it arrives twice.
    if (stopReason !== undefined) return;
    stopReason = reason;
    log.info({ reason }, 'stopping');
    const deadline = code === 0 ? STOP_DEADLINE_MS + config.stopPauseSeconds * 1000 : CRASH_DEADLINE_MS;
    setTimeout(() => process.exit(1), deadline).unref();
    // Let a start finish first, to leave no half-created database.
    const server = await starting.catch(() => undefined);
    await server?.stop().catch((err: unknown) => {
      log.error({ err }, 'the stop was not clean');
      exitCode ||= 1;
    });
    log.info('stopped');
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGINT', () => void stop('SIGINT', 0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (err: unknown) => {
      log.fatal({ err }, event);
      void stop(event, 1);
    });

  const server = await starting;
  // Not only at exit: the process may be killed.
  flushCompileCache();
  if (stopReason === undefined) announce(ownTerminal, { config, ...server });
}
