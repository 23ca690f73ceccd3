import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Config } from '../config.ts';
import { addressesOf, connectionTo } from '../db/connection.ts';
import { connectionsOf } from '../db/pool-sizes.ts';
import { withTimeout } from '../work/with-timeout.ts';
import { StartupError } from './startup-error.ts';

const SHARED_SESSIONS =
  'Entre Campanero y PostgreSQL hay un intermediario que presta cada conexión por una transacción (PgBouncer con pool_mode = transaction). Así se pierden esperas, avisos y sentencias preparadas: use pool_mode = session, o la dirección de PostgreSQL mismo.';

/** Timeout of a query; behind a pool it includes waiting for a server connection. */
const ANSWER_MS = 8_000;
/** Clients that keep connections busy during the check. */
const OTHERS = 3;

/** `use` gets a function that opens connections; they are closed afterwards. */
async function withClients<T>(url: string, use: (open: () => Promise<pg.Client>) => Promise<T>): Promise<T> {
  const clients: pg.Client[] = [];
  try {
    return await use(async () => {
      const client = new pg.Client({
        ...connectionTo(url),
        connectionTimeoutMillis: ANSWER_MS,
        application_name: 'campanero check',
      });
      client.on('error', () => {});
      clients.push(client);
      await client.connect();
      return client;
    });
  } finally {
    // Short timeout: a client that waits for the pool gets no answer.
    await Promise.all(clients.map((client) => withTimeout(1_000, client.end()).catch(() => {})));
  }
}

const SET_MARK = "select set_config('campanero.session', $1, false), pg_backend_pid() as pid";
const READ_MARK = "select current_setting('campanero.session', true) as mark, pg_backend_pid() as pid";

// In the transaction mode of a pool, while others hold transactions, a client gets another connection or one without its marker.
export async function refuseSharedSessions(url: string): Promise<void> {
  await withClients(url, async (open) => {
    const asked = await open();
    const mark = randomUUID();
    const first = await inTime(asked.query<{ pid: number }>(SET_MARK, [mark]));
    const { pid } = first.rows[0]!;
    for (let n = 0; n < OTHERS; n += 1) {
      const other = await open();
      await inTime(other.query('begin'));
      const { rows } = await inTime(asked.query<{ mark: string; pid: number }>(READ_MARK));
      if (rows[0]!.mark !== mark || rows[0]!.pid !== pid) throw new StartupError(SHARED_SESSIONS);
    }
  });
}

const TOO_FEW_SESSIONS =
  'El intermediario entre Campanero y PostgreSQL (PgBouncer) no presta ni las primeras conexiones: suba default_pool_size, y max_connections de PostgreSQL.';
const inTime = <T>(answer: Promise<T>) => withTimeout(ANSWER_MS, answer, () => new StartupError(TOO_FEW_SESSIONS));

/** Less than ANSWER_MS, because other nodes wait while all connections are taken. */
const FREE_MS = 1_500;

/** PostgreSQL reports its backend pid at the start of a session; a pool reports its own number. */
async function isPooled(client: pg.Client & { processID?: number }): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid !== client.processID;
}

/** Takes connections until one is not available at once: with too few, requests wait without an error. */
export async function findPoolShortage(url: string, role: Config['role']): Promise<string | undefined> {
  const needed = connectionsOf(role);
  return withClients(url, async (open) => {
    if (!(await isPooled(await open()))) return undefined;
    for (let lent = 1; lent < needed; lent += 1) {
      const next = open().then((client) => client.query('select'));
      const [{ status }] = await Promise.allSettled([withTimeout(FREE_MS, next)]);
      if (status === 'rejected')
        return `El intermediario delante de PostgreSQL (PgBouncer) prestó ${lent} conexiones a la vez, y este nodo usa hasta ${needed}: al faltar una, quien la pide espera. Suba default_pool_size a ${connectionsOf('worker')} por nodo y ${connectionsOf('web')} por nodo con ROLE=web, y max_connections de PostgreSQL por encima.`;
    }
    return undefined;
  });
}

const hostsOf = (url: string) =>
  addressesOf(url)
    .map((address) => new URL(address).host)
    .join(',');

async function describePlace(client: pg.Client, url: string): Promise<string> {
  const { rows } = await client.query<{ database: string }>('select current_database() as database');
  return `«${rows[0]!.database}» en ${hostsOf(url)}`;
}

/** Arbitrary, not used by other advisory locks; the second number is random. */
const LOCK_KIND = 7_262;
const SEES_LOCK = `select from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted
  and database = (select oid from pg_database where datname = current_database())`;
const FIND_OWNER = `select tableowner as owner, current_user as "user" from pg_tables
  where schemaname = 'public' and tablename = 'schema_migration' and not pg_has_role(tableowner, 'USAGE')`;

/** Only sessions of one database see the owner's lock; host names may differ for one server, or be equal for two. */
export async function refuseWrongOwner(url: string, ownerUrl: string): Promise<void> {
  if (ownerUrl === url) return;
  await withClients(ownerUrl, async (openOwner) => {
    const owner = await openOwner();
    const key = randomInt(2 ** 31);
    await owner.query('select pg_advisory_lock($1::int, $2::int)', [LOCK_KIND, key]);
    await withClients(url, async (openApp) => {
      const app = await openApp();
      const { rows } = await app.query(SEES_LOCK, [LOCK_KIND, key]);
      if (rows.length === 0)
        throw new StartupError(
          `DATABASE_OWNER_URL y DATABASE_URL no llevan a la misma base de datos: la primera lleva a ${await describePlace(owner, ownerUrl)}, la segunda a ${await describePlace(app, url)}. Corrija una de las dos; no se cambió nada.`,
        );
    });
    const { rows } = await owner.query<{ owner: string; user: string }>(FIND_OWNER);
    if (rows[0])
      throw new StartupError(
        `Las tablas son de «${rows[0].owner}», y DATABASE_OWNER_URL entra como «${rows[0].user}». Corrija DATABASE_OWNER_URL (¿está cambiada con DATABASE_URL?); no se cambió nada.`,
      );
  });
}
