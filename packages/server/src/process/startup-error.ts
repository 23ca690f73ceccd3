import pg from 'pg';
import { ConfigError } from '../config.ts';
import { EmbeddedError } from '../db/embedded/processes.ts';
import { MigrationError } from '../db/migrate.ts';
import { isDatabaseAway } from '../db/away.ts';

/** A statement that took longer than it may: the connection is fine. */
const CANCELLED = '57014';

/** Why the server does not start, in one sentence for the person who started it. */
export class StartupError extends Error {}

const WRONG_SIGN_IN =
  'La base de datos no acepta el usuario o la contraseña. Revise DATABASE_URL y, si está, DATABASE_OWNER_URL.';
/** What an external PostgreSQL may refuse on the first day, and what to do about it. */
const REFUSALS: Record<string, string> = {
  '28000': WRONG_SIGN_IN,
  '28P01': WRONG_SIGN_IN,
  '08P01':
    'Lo que hay entre Campanero y PostgreSQL no acepta sus parámetros de inicio. En PgBouncer: pool_mode = session e ignore_startup_parameters = options, statement_timeout, idle_in_transaction_session_timeout.',
  '3D000':
    'El servidor de PostgreSQL no tiene esa base de datos: créela (createdb) o corrija su nombre en DATABASE_URL.',
  '42501':
    'El usuario de la base de datos no tiene los permisos que hacen falta para preparar las tablas: déle la propiedad de la base (ALTER DATABASE … OWNER TO …) o indique en DATABASE_OWNER_URL uno que los tenga.',
};

/** What to print when starting failed: the known reasons in words, anything else with its trace. */
export function explainFailure(error: unknown): string {
  const isKnown = [ConfigError, EmbeddedError, MigrationError, StartupError].some((kind) => error instanceof kind);
  if (isKnown) return (error as Error).message;
  if (error instanceof pg.DatabaseError && error.code === CANCELLED)
    return 'La base de datos tardó demasiado en responder durante el arranque. Vuelva a intentarlo cuando tenga menos carga.';
  const refusal = error instanceof pg.DatabaseError ? REFUSALS[error.code ?? ''] : undefined;
  if (refusal) return `${refusal} (PostgreSQL dice: ${(error as Error).message})`;
  if (isDatabaseAway(error))
    return 'No se puede conectar con la base de datos. Revise DATABASE_URL y que el servidor esté en marcha.';
  return `El servidor no pudo arrancar: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
