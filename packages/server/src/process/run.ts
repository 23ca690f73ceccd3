import { readConfig } from '../config.ts';
import { openLog } from '../http/logging.ts';
import { bold, createSteps, ownTerminal, type RunStep } from '../terminal/terminal.ts';
import { announce } from './announce.ts';
import { keepCompiled, saveCompiled } from './compile-cache.ts';
import { assertPortIsFree } from './port.ts';
import { explainFailure } from './startup-error.ts';

/** Longer than requests and jobs get; after this the process exits, even if something hangs. */
const STOP_DEADLINE_MS = 60_000;
/** After an unexpected failure, restarting soon matters more than the last requests. */
const CRASH_DEADLINE_MS = 4_000;

/** What has to be there before the server starts; the development server and the tests need nothing. */
type Prepare = (runStep: RunStep) => Promise<void>;

/** The process: settings in, one running server, and every way out of it ends in an orderly stop. */
export async function runServer(prepare?: Prepare): Promise<void> {
  await run(prepare).catch((error: unknown) => {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exit(1);
  });
}

async function run(prepare: Prepare | undefined): Promise<void> {
  const config = readConfig(process.env);
  // Before anything slow begins: a person should not wait for a build only to learn that the port is taken.
  await assertPortIsFree(config);
  const log = openLog(config);
  const runStep = createSteps(ownTerminal, log);
  ownTerminal?.print(`\n  ${bold('Campanero')}\n`);
  await prepare?.(runStep);
  keepCompiled();
  // Imported only now, so that a mistyped setting is reported before everything else is loaded.
  const { startServer } = await import('./start.ts');
  let exitCode = 0;
  let wanted: string | undefined;
  const starting = startServer(config, log, runStep);

  const leave = async (reason: string, code: number) => {
    exitCode ||= code;
    // Ctrl-C reaches us twice under npm: once from the terminal, once passed on.
    if (wanted !== undefined) return;
    wanted = reason;
    log.info({ reason }, 'stopping');
    const deadline = code === 0 ? STOP_DEADLINE_MS + config.stopPauseSeconds * 1000 : CRASH_DEADLINE_MS;
    setTimeout(() => process.exit(1), deadline).unref();
    // A start under way finishes first, so that it does not leave a half-made database.
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
  if (wanted === undefined) announce(ownTerminal, { config, ...server });
}
