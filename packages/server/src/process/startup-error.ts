import pg from 'pg';
import { ConfigError } from '../config.ts';
import { EmbeddedError } from '../db/embedded/processes.ts';
import { MigrationError } from '../db/migrate.ts';
import { isDatabaseAway } from '../db/away.ts';

/** A statement that took longer than it may: the connection is fine. */
const CANCELLED = '57014';

/** Why the server does not start, in one sentence for the person who started it. */
export class StartupError extends Error {}

/** Node's and OpenSSL's words for a certificate that is not believed, or that is another server's. */
const UNTRUSTED = /CERT|^UNABLE_TO_|^HOSTNAME_|^ERR_TLS_/;

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
  '42P01': 'Esta base de datos todavía no tiene las tablas de esta versión: inicie el servidor una vez.',
};

/** What to print when starting failed: the known reasons in words, anything else with its trace. */
export const explainFailure = (error: unknown): string =>
  explainKnown(error) ??
  `El servidor no pudo arrancar: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;

/** A reason about which a person can do something, for the server as for the commands; null for anything else. */
export function explainKnown(error: unknown): string | null {
  const isKnown = [ConfigError, EmbeddedError, MigrationError, StartupError].some((kind) => error instanceof kind);
  if (isKnown) return (error as Error).message;
  if (error instanceof pg.DatabaseError && error.code === CANCELLED)
    return 'La base de datos tardó demasiado en responder durante el arranque. Vuelva a intentarlo cuando tenga menos carga.';
  const refusal = error instanceof pg.DatabaseError ? REFUSALS[error.code ?? ''] : undefined;
  if (refusal) return `${refusal} (PostgreSQL dice: ${(error as Error).message})`;
  if (isDatabaseAway(error))
    return 'No se puede conectar con la base de datos. Revise DATABASE_URL y que el servidor esté en marcha.';
  const { code = '', message = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (UNTRUSTED.test(code))
    return `No se confía en el certificado de la base de datos (${message}). Si la autoridad es propia de la ciudad, indíquela con NODE_EXTRA_CA_CERTS=/ruta/al/certificado.pem; si el nombre es otro, corrija DATABASE_URL.`;
  if (message.startsWith('The server does not support SSL'))
    return 'La base de datos no ofrece TLS. Actívelo allí (ssl = on) o quite sslmode de DATABASE_URL.';
  return null;
}
