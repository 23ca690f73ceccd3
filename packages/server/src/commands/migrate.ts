import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { openDatabase, prepareSchema } from '../process/database.ts';
import { explainFailure } from '../process/startup-error.ts';

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
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}

function say(message: string) {
  process.stdout.write(`${message}\n`);
}
