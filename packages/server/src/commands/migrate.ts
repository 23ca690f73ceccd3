import { pino } from 'pino';
import { ConfigError, readConfig } from '../config.ts';
import { EmbeddedError } from '../db/embedded/supervisor.ts';
import { MigrationError } from '../db/migrate.ts';
import { openDatabase, prepareSchema } from '../process/database.ts';

/** `npm run db:migrate`: brings the schema up to date and ends. The server does the same at its start. */
try {
  const database = await openDatabase(readConfig(process.env), pino({ level: 'silent' }));
  try {
    const applied = await prepareSchema(database, say);
    say(applied === 0 ? 'La base de datos ya estaba al día.' : `${applied} migraciones aplicadas.`);
  } finally {
    await database.stop();
  }
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof EmbeddedError || error instanceof MigrationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function say(message: string) {
  process.stdout.write(`${message}\n`);
}
