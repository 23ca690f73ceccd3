import { pino } from 'pino';
import { openDatabase, prepareSchema } from '../process/database.ts';
import { print, runCommand } from './run-command.ts';

/** `npm run db:migrate`: migrates the schema, as the server does at its start. */
await runCommand(async (config) => {
  await using opened = new AsyncDisposableStack();
  const database = await openDatabase(config, pino({ level: 'silent' }));
  opened.defer(() => database.stop());
  const applied = await prepareSchema(database, print);
  print(applied === 0 ? 'La base de datos ya estaba al día.' : `${applied} migraciones aplicadas.`);
});
