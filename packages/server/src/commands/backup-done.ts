import { readConfig } from '../config.ts';
import { storeFact } from '../db/setting.ts';
import { withDatabase } from './open-database.ts';
import { requireArgument, runCommand } from './run-command.ts';

/** `npm run backup:done -- <dónde quedó>`: records a backup made with PostgreSQL's tools. */
await runCommand(async () => {
  const place = requireArgument('npm run backup:done -- <dónde quedó>').slice(0, 300);
  await withDatabase(readConfig(process.env), (db) => storeFact(db, 'backup.last', { place }));
  process.stdout.write(`Anotado: respaldo en ${place}.\n`);
});
