import { ConfigError, type Config } from '../config.ts';
import { EmbeddedError } from '../db/embedded/processes.ts';

/** What a person can do something about is one sentence and exit code 1; anything else keeps its stack. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    process.stderr.write(`${explain(error, code)}\n`);
    process.exitCode = 1;
  }
}

function explain(error: unknown, code: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedError) return error.message;
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'Campanero no está en marcha: inícielo primero.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'No hay espacio para el respaldo.';
  throw error;
}

export function requireArgument(usage: string): string {
  const given = process.argv[2];
  if (!given) throw new EmbeddedError(`Uso: ${usage}`);
  return given;
}

export function refuseExternal({ databaseUrl }: Config): void {
  if (databaseUrl)
    throw new EmbeddedError(
      'Con DATABASE_URL la base se respalda con las herramientas de PostgreSQL (pg_basebackup, pg_dump): vea docs/operations/backup.md.',
    );
}
