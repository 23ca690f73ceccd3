import { resolve } from 'node:path';
import { restoreBackup } from '../backup/backup.ts';
import { readConfig } from '../config.ts';
import { applyJournal } from '../features/erasure/apply-journal.ts';
import { describeApplied } from './apply-erasures.ts';
import { refuseExternal, requireArgument, runCommand } from './run-command.ts';
import { withParts } from './with-parts.ts';

/** `npm run restore -- <carpeta del respaldo>`: into an empty DATA_DIR, with the server stopped. */
await runCommand(async () => {
  const config = readConfig(process.env);
  refuseExternal(config);
  await restoreBackup(resolve(requireArgument('npm run restore -- <carpeta del respaldo>')), config.dataDir);
  const applied = await withParts(config, (ctx) => applyJournal(ctx));
  process.stdout.write(`${describeApplied(applied)}\n`);
  process.stdout.write(
    `Respaldo restaurado en ${config.dataDir}. Inicie el servidor y compruebe: npm run audit:verify\n`,
  );
});
