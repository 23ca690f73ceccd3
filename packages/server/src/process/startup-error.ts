import pg from 'pg';
import { ConfigError } from '../config.ts';
import { EmbeddedError } from '../db/embedded/processes.ts';
import { MigrationError } from '../db/migrate.ts';
import { isDatabaseAway } from '../http/error-handler.ts';

/** A statement that took longer than it may: the connection is fine. */
const CANCELLED = '57014';

/** Why the server does not start, in one sentence for the person who started it. */
export class StartupError extends Error {}

/** What to print when starting failed: the known reasons in words, anything else with its trace. */
export function explainFailure(error: unknown): string {
  const isKnown = [ConfigError, EmbeddedError, MigrationError, StartupError].some((kind) => error instanceof kind);
  if (isKnown) return (error as Error).message;
  if (error instanceof pg.DatabaseError && error.code === CANCELLED)
    return 'La base de datos tardó demasiado en responder durante el arranque. Vuelva a intentarlo cuando tenga menos carga.';
  if (isDatabaseAway(error))
    return 'No se puede conectar con la base de datos. Revise DATABASE_URL y que el servidor esté en marcha.';
  return `El servidor no pudo arrancar: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
