import { resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { storeFact } from '../db/setting.ts';
import { takeBackup } from '../backup/backup.ts';
import { withDatabase } from './open-database.ts';
import { refuseExternal, requireArgument, runCommand } from './run-command.ts';

/** `npm run backup -- <carpeta vacía>`: while the server runs. */
await runCommand(async () => {
  const config = readConfig(process.env);
  refuseExternal(config);
  const target = resolve(requireArgument('npm run backup -- <carpeta vacía>'));
  await takeBackup(config.dataDir, target);
  await withDatabase(config, (db) => storeFact(db, 'backup.last', { place: target }));
  process.stdout.write(`Respaldo completo en ${target}.\n`);
  if (config.storageUrl) process.stdout.write('Los archivos están en STORAGE_URL: se respaldan allí.\n');
});
