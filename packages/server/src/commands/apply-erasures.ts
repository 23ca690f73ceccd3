import type { Config } from '../config.ts';
import { applyJournal, type Applied } from '../features/erasure/apply-journal.ts';
import { print, runCommand } from './run-command.ts';
import { withParts } from './with-parts.ts';

function describeApplied({ entries, erased, waiting }: Applied): string {
  if (entries === 0)
    return 'No hay diario de borrados (DATA_DIR/erasures.log). Si después del respaldo se borró a alguien, copie el diario a DATA_DIR y ejecute: npm run erasures:apply';
  const again = `Diario de borrados: ${entries} anotaciones; ${erased === 1 ? 'se volvió a borrar a una persona' : `se volvió a borrar a ${erased} personas`}.`;
  return waiting === 0 ? again : `${again} El servidor termina con ${waiting} de ellas cuando arranque.`;
}

/** Prints what was applied. */
export const applyErasures = async (config: Config): Promise<void> =>
  print(describeApplied(await withParts(config, (ctx) => applyJournal(ctx))));

/** `npm run erasures:apply`: after a database was restored by other tools; with the server stopped. */
if (import.meta.main) await runCommand(applyErasures);
