import pg from 'pg';
import { ConfigError } from '../config.ts';
import { EmbeddedError } from '../db/embedded/processes.ts';
import { MigrationError } from '../db/migrate.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { NoPrimary } from '../db/connection.ts';

/** Statement timeout; the connection is fine. */
const CANCELLED = '57014';

/** Why the server does not start, as one message for its administrator. */
export class StartupError extends Error {}

const UNTRUSTED = /CERT|^UNABLE_TO_|^HOSTNAME_|^ERR_TLS_/;

const WRONG_SIGN_IN =
  'La base de datos no acepta el usuario o la contraseña. Revise DATABASE_URL y, si está, DATABASE_OWNER_URL.';
const STOPPING = 'PostgreSQL se está deteniendo o reiniciando: espere a que termine y vuelva a intentarlo.';

/** Refusals of PostgreSQL with advice. `when` distinguishes cases with the same code. */
const REFUSALS: { code: string; when?: RegExp; says: string }[] = [
  {
    code: '28000',
    when: /pg_hba/,
    says: 'PostgreSQL no admite a ese usuario desde esta máquina: agregue una línea para los dos en su pg_hba.conf y recárguelo.',
  },
  { code: '28000', says: WRONG_SIGN_IN },
  { code: '28P01', says: WRONG_SIGN_IN },
  {
    code: '08P01',
    when: /startup parameter/,
    says: 'Lo que hay entre Campanero y PostgreSQL no acepta sus parámetros de inicio. En PgBouncer: pool_mode = session, y agregue el que nombra a ignore_startup_parameters.',
  },
  {
    code: '08P01',
    when: /no more connections/,
    says: 'El intermediario delante de PostgreSQL no admite más conexiones. En PgBouncer: suba max_client_conn.',
  },
  {
    code: '08P01',
    says: 'El intermediario delante de PostgreSQL (PgBouncer) no dio una conexión: revise su registro y que use pool_mode = session.',
  },
  {
    code: '3D000',
    says: 'El servidor de PostgreSQL no tiene esa base de datos: créela (createdb) o corrija su nombre en DATABASE_URL.',
  },
  {
    code: '42501',
    when: /CONNECT/,
    says: 'Ese usuario no tiene permiso para entrar en la base de datos: ejecute GRANT CONNECT ON DATABASE … TO …; no cambie su dueño.',
  },
  {
    code: '42501',
    says: 'El usuario de la base de datos no tiene los permisos que hacen falta para preparar las tablas: indique en DATABASE_OWNER_URL el dueño de la base, o hágalo dueño (ALTER DATABASE … OWNER TO …).',
  },
  {
    code: '42P01',
    says: 'Esta base de datos todavía no tiene las tablas de esta versión: inicie el servidor una vez.',
  },
  {
    code: '53300',
    says: 'PostgreSQL no admite más conexiones: suba max_connections (o el límite del usuario, ALTER ROLE … CONNECTION LIMIT), o cierre las que sobran.',
  },
  { code: '53100', says: 'Al servidor de PostgreSQL no le queda espacio en el disco: libere espacio o amplíelo allí.' },
  {
    code: '57P03',
    says: 'PostgreSQL está arrancando o recuperándose y todavía no acepta conexiones: espere un momento y vuelva a intentarlo.',
  },
  { code: '57P01', says: STOPPING },
  { code: '57P02', says: STOPPING },
  {
    code: CANCELLED,
    says: 'La base de datos tardó demasiado en responder durante el arranque. Vuelva a intentarlo cuando tenga menos carga.',
  },
];

function explainRefusal({ code, message, detail = '' }: pg.DatabaseError): string | undefined {
  // Messages may be translated; the patterns are names that are not.
  const refusal = REFUSALS.find((each) => each.code === code && (each.when?.test(`${message} ${detail}`) ?? true));
  return refusal && `${refusal.says} (PostgreSQL dice: ${message})`;
}

type ConnectError = NodeJS.ErrnoException & { hostname?: string; address?: string; port?: number };

function explainUnreachable(error: ConnectError): string {
  const { code, syscall, hostname, address, port, message } = error;
  const where = [address, port].filter((part) => part !== undefined).join(':');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `No se encuentra la máquina «${hostname}» de la base de datos: revise el nombre en DATABASE_URL y el DNS.`;
  if (error instanceof NoPrimary)
    return `Ningún servidor de DATABASE_URL acepta escrituras (${message}): espere a que el grupo elija uno, o agregue el que falta.`;
  if (code === 'ECONNREFUSED')
    return `En ${where} no hay ninguna base de datos: revise el puerto en DATABASE_URL, que PostgreSQL esté en marcha y su listen_addresses.`;
  if (syscall === 'connect' && (code === 'ENOENT' || code === 'EACCES'))
    return `No se puede usar el socket ${where} de la base de datos: revise DATABASE_URL y que PostgreSQL esté en marcha.`;
  if (code === 'ECONNRESET' || code === 'EPIPE' || message.startsWith('Connection terminated'))
    return 'La base de datos cortó la conexión: revise su registro, y que DATABASE_URL lleve a PostgreSQL.';
  return `La máquina de la base de datos no responde (${message}): revise DATABASE_URL, la red y que el cortafuegos deje pasar.`;
}

/** Known reasons as a message, others with their stack. */
export const explainFailure = (error: unknown): string =>
  explainKnown(error) ??
  `El servidor no pudo arrancar: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;

/** Message for reasons that an administrator can fix; null for others. */
export function explainKnown(error: unknown): string | null {
  const isKnown = [ConfigError, EmbeddedError, MigrationError, StartupError].some((kind) => error instanceof kind);
  if (isKnown) return (error as Error).message;
  if (error instanceof AggregateError && error.errors.length > 0) return explainKnown(error.errors[0]);
  if (error instanceof pg.DatabaseError) return explainRefusal(error) ?? null;
  if (isDatabaseUnavailable(error)) return explainUnreachable(error as ConnectError);
  const { code = '', message = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (UNTRUSTED.test(code))
    return `No se confía en el certificado de la base de datos (${message}). Si la autoridad es propia de la ciudad, indíquela con NODE_EXTRA_CA_CERTS=/ruta/al/certificado.pem; si el nombre es otro, corrija DATABASE_URL.`;
  if (message.startsWith('The server does not support SSL'))
    return 'La base de datos no ofrece TLS. Actívelo allí (ssl = on) o quite sslmode de DATABASE_URL.';
  return null;
}
