import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { openDatabase, prepareSchema } from '../process/database.ts';
import { runCommand } from './run-command.ts';

const say = (message: string) => void process.stdout.write(`${message}\n`);

/** `npm run db:migrate`: brings the schema up to date and ends. The server does the same at its start. */
await runCommand(async () => {
  const database = await openDatabase(readConfig(process.env), pino({ level: 'silent' }));
  try {
    const applied = await prepareSchema(database, say);
    say(applied === 0 ? 'La base de datos ya estaba al día.' : `${applied} migraciones aplicadas.`);
  } finally {
    await database.stop();
  }
});
