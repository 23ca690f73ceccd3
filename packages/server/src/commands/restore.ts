import { resolve } from 'node:path';
import { restoreBackup } from '../backup/backup.ts';
import { applyErasures } from './apply-erasures.ts';
import { print, refuseExternal, requireArgument, runCommand } from './run-command.ts';

/** `npm run restore -- <carpeta del respaldo>`: into an empty DATA_DIR, with the server stopped. */
await runCommand(async (config) => {
  refuseExternal(config);
  await restoreBackup(resolve(requireArgument('npm run restore -- <carpeta del respaldo>')), config.dataDir);
  await applyErasures(config);
  print(`Respaldo restaurado en ${config.dataDir}. Inicie el servidor y compruebe: npm run audit:verify`);
});
