import { ConfigError } from '../config.ts';
import { EmbeddedError } from '../db/embedded/embedded-error.ts';
import { MigrationError } from '../db/migrate.ts';
import { isDatabaseAway } from '../http/database-errors.ts';

/** Why the server does not start, in one sentence for whoever started it. */
export class StartupError extends Error {}

/** What to print when starting failed: the known reasons in words, anything else with its trace. */
export function explainFailure(error: unknown): string {
  const isKnown = [ConfigError, EmbeddedError, MigrationError, StartupError].some((kind) => error instanceof kind);
  if (isKnown) return (error as Error).message;
  if (isDatabaseAway(error))
    return 'No se puede conectar con la base de datos. Revise DATABASE_URL y que el servidor esté en marcha.';
  return `El servidor no pudo arrancar: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
