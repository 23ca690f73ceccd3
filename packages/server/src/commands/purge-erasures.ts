import { embeddedSuperuserUrl } from '../db/embedded/superuser-url.ts';
import { type Rewritten, rewriteErased } from '../db/rewrite-erased.ts';
import { withEmbedded } from './open-database.ts';
import { print, runCommand } from './run-command.ts';

const LOCK_SECONDS = 30;

function describeResult({ tables, skipped, denied, isLogEmptied }: Rewritten): string {
  const lines = [`Se volvieron a escribir ${tables} tablas: de lo borrado no quedan bytes en ellas.`];
  if (skipped.length > 0)
    lines.push(`Estaban en uso y quedan para otra vez (ejecútelo de nuevo): ${skipped.join(', ')}.`);
  if (denied.length > 0)
    lines.push(
      `Este rol no puede volver a escribir y pueden tenerlos todavía: ${denied.join(', ')}. Ejecútelo con el rol dueño de la base en DATABASE_OWNER_URL.`,
    );
  if (!isLogEmptied)
    lines.push(
      'El registro de escrituras (WAL) puede tenerlos todavía: este rol no puede vaciarlo. Ejecútelo una vez con un superusuario en DATABASE_OWNER_URL, y renueve los archivos de WAL guardados.',
    );
  return lines.join('\n');
}

/** `npm run erasures:purge`: with or without a running server, whose requests wait while a table is rewritten. */
await runCommand(async (config) => {
  const purge = async (url: string) => {
    const rewritten = await rewriteErased(url, { lockSeconds: LOCK_SECONDS, isForced: true });
    print(describeResult(rewritten));
    if (rewritten.skipped.length + rewritten.denied.length > 0) process.exitCode = 1;
  };
  if (config.databaseUrl) return purge(config.databaseOwnerUrl ?? config.databaseUrl);
  const url = await embeddedSuperuserUrl(config);
  return withEmbedded(config.dataDir, url, () => purge(url));
});
