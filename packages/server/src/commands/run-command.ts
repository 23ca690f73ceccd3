import { type Config, readConfig } from '../config.ts';
import { EmbeddedError } from '../db/embedded/processes.ts';
import { explainKnown } from '../process/startup-error.ts';

export const print = (line: string) => void process.stdout.write(`${line}\n`);

/** `work` gets the settings. Known errors are printed as a message with an exit code; others keep their stack. */
export async function runCommand(work: (config: Config) => Promise<void>, failed = 1): Promise<void> {
  try {
    await work(readConfig(process.env));
  } catch (error) {
    const message = explain(error);
    if (message === null) throw error;
    process.stderr.write(`${message}\n`);
    process.exitCode = failed;
  }
}

function explain(error: unknown): string | null {
  const { code, address } = (error ?? {}) as { code?: unknown; address?: unknown };
  // The embedded PostgreSQL listens on a Unix socket.
  const isOwn = typeof address === 'string' && address.startsWith('/');
  if (isOwn && (code === 'ECONNREFUSED' || code === 'ENOENT')) return 'Campanero no está en marcha: inícielo primero.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'No hay espacio para el respaldo.';
  return explainKnown(error);
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
