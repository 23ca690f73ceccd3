import { resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { takeBackup } from '../backup/backup.ts';
import { refuseExternal, requireFolder, runCommand } from './run-command.ts';

/** `npm run backup -- <carpeta vacía>`: beside a running server. */
await runCommand(async () => {
  const config = readConfig(process.env);
  refuseExternal(config);
  const target = resolve(requireFolder('npm run backup -- <carpeta vacía>'));
  await takeBackup(config.dataDir, target);
  process.stdout.write(`Respaldo completo en ${target}.\n`);
  if (config.storageUrl) process.stdout.write('Los archivos están en STORAGE_URL: se respaldan allí.\n');
});
