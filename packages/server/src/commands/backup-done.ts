import { storeFact } from '../db/setting.ts';
import { withDatabase } from './open-database.ts';
import { print, requireArgument, runCommand } from './run-command.ts';

/** `npm run backup:done -- <dónde quedó>`: records a backup made with PostgreSQL's tools. */
await runCommand(async (config) => {
  const place = requireArgument('npm run backup:done -- <dónde quedó>').slice(0, 300);
  await withDatabase(config, (db) => storeFact(db, 'backup.last', { place }));
  print(`Anotado: respaldo en ${place}.`);
});
