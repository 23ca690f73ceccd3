import { resolve } from 'node:path';
import { storeFact } from '../db/setting.ts';
import { takeBackup } from '../backup/backup.ts';
import { withDatabase } from './open-database.ts';
import { print, refuseExternal, requireArgument, runCommand } from './run-command.ts';

/** `npm run backup -- <carpeta vacía>`: while the server runs. */
await runCommand(async (config) => {
  refuseExternal(config);
  const target = resolve(requireArgument('npm run backup -- <carpeta vacía>'));
  await takeBackup(config.dataDir, target);
  await withDatabase(config, (db) => storeFact(db, 'backup.last', { place: target }));
  print(`Respaldo completo en ${target}.`);
  if (config.storageUrl) print('Los archivos están en STORAGE_URL: se respaldan allí.');
});
