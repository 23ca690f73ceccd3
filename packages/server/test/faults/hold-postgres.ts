import { EmbeddedError, startEmbedded } from '../../src/db/embedded/supervisor.ts';

// A process to kill: runs the embedded PostgreSQL of a folder, prints one line, ends on SIGTERM.
const [, , dataDir = ''] = process.argv;
const say = (text: string) => process.stderr.write(`${text}\n`);
try {
  const postgres = await startEmbedded({
    dataDir,
    log: (event, message) => say(`${message} ${JSON.stringify(event)}`),
  });
  process.once('SIGTERM', () => void postgres.stop());
  process.stdout.write(`${JSON.stringify({ url: postgres.url, pid: postgres.pid() })}\n`);
  // Nothing else keeps the process alive, so a clean end has exit code 0.
} catch (error) {
  if (!(error instanceof EmbeddedError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
