import type pg from 'pg';
import type { Config } from '../config.ts';
import { addressesOf, connectionTo } from '../db/connection.ts';
import { findUnknownMigrations, findIncompatibilities, readMigrations } from '../db/migrate.ts';
import { connectionsOf } from '../db/pool-sizes.ts';
import { withConnection } from '../db/with-connection.ts';
import { findPoolShortage, refuseSharedSessions, refuseWrongOwner } from '../process/check-sessions.ts';
import { replicasInUse } from '../work/metrics.ts';
import { explainFailure } from '../process/startup-error.ts';
import { bad, type Finding, type Findings, note, well } from './finding.ts';

const SEE_DEPLOY = 'docs/operations/deploy.md lo explica paso a paso.';
const CONNECT_MS = 8_000;
/** Beyond this, callback times and sessions are noticeably off. */
const CLOCK_SECONDS = 5;
/** WAL bytes; a replica that keeps up is some kilobytes behind. */
const BEHIND_BYTES = 16e6;

export async function checkDatabase(config: Config): Promise<Findings> {
  const { databaseUrl, databaseOwnerUrl, databaseReadUrl, role } = config;
  if (!databaseUrl) return well('Base de datos', 'la incluida; se inicia con el servidor');
  const owner = databaseOwnerUrl ?? databaseUrl;
  const findings = await checkServers(databaseUrl, role);
  if (findings.some(({ state }) => state === 'bad')) return findings;
  return [
    ...findings,
    ...(await checkWithClient('Tablas', owner, async (client, about) => {
      await refuseWrongOwner(databaseUrl, owner);
      return checkSchema(client, about);
    })),
    ...(await checkWithClient('Rol de la aplicación', databaseUrl, checkRole)),
    ...(databaseReadUrl ? await checkReplicas(databaseUrl, databaseReadUrl) : []),
  ];
}

/** Not on a running node: it takes every free connection of the pool for a moment. */
export async function checkPool({ databaseUrl, role }: Config): Promise<Finding[]> {
  const shortage = databaseUrl && (await findPoolShortage(databaseUrl, role).catch(() => undefined));
  return shortage ? [note('PgBouncer', 'presta menos conexiones de las que un nodo usa', shortage)] : [];
}

/** The audit is only safe if the application's role cannot change its tables. */
const checkRole: Check = async (client, about) => {
  const { rows } = await client.query<{ user: string; isOwner: boolean }>(
    `select current_user as "user", coalesce(
        (select pg_has_role(tableowner, 'USAGE') from pg_tables where schemaname = 'public' and tablename = 'audit'),
        (select pg_has_role(datdba, 'USAGE') from pg_database where datname = current_database())) as "isOwner"`,
  );
  const { user, isOwner } = rows[0]!;
  if (!isOwner) return [];
  return note(
    about,
    `«${user}» es también dueño de las tablas: quien lo use puede cambiar la auditoría`,
    'Use dos roles: uno propio de la aplicación en DATABASE_URL y el dueño en DATABASE_OWNER_URL (docs/operations/deploy.md).',
  );
};

type WalPosition = { system: string; database: string; lsn: string };

const REPLICA_AWAY = 'Mientras no responda, se lee del servidor principal. Revise DATABASE_READ_URL y el servidor.';

const REPLICA_BEHIND =
  'Mientras no alcance al servidor principal, se lee de este. Revise la red y el disco de la réplica.';

/** Whether this process stopped using it; unknown outside a running node. */
const isUnused = async (about: string): Promise<boolean> =>
  (await replicasInUse.get()).values.some(({ labels, value }) => value === 0 && about === `Réplica ${labels.replica}`);

/** An unreachable or lagging replica is a note, since the primary serves; one of another database is bad. */
async function checkReplicas(databaseUrl: string, readUrl: string): Promise<Finding[]> {
  let primary: WalPosition | undefined;
  const readPrimary: Check = async (client) => {
    const { rows } = await client.query<WalPosition>(
      `select system_identifier::text as system, current_database() as database, pg_current_wal_flush_lsn()::text as lsn
        from pg_control_system()`,
    );
    primary = rows[0];
    return [];
  };
  const unreadable = await checkWithClient('Réplicas (DATABASE_READ_URL)', databaseUrl, readPrimary);
  if (!primary) return unreadable;
  const { system, database, lsn } = primary;
  const addresses = addressesOf(readUrl);
  const check: Check = async (client, about) => {
    const { rows } = await client.query<WalPosition & { standby: boolean; behind: number; feedback: string }>(
      `select pg_is_in_recovery() as standby, system_identifier::text as system, current_database() as database,
        greatest(pg_wal_lsn_diff($1, pg_last_wal_replay_lsn()), 0)::float8 as behind,
        current_setting('hot_standby_feedback') as feedback from pg_control_system()`,
      [lsn],
    );
    const found = rows[0]!;
    const isOfCluster = found.system === system && found.database === database;
    if (isOfCluster && !found.standby && addresses.length > 1)
      return well(about, 'es hoy el servidor principal: se lee de las demás');
    if (!isOfCluster || !found.standby)
      return bad(
        about,
        isOfCluster ? 'no es una réplica: es el servidor principal' : 'no es una réplica de DATABASE_URL',
        'DATABASE_READ_URL nombra servidores que siguen al de DATABASE_URL (streaming replication).',
      );
    if (found.behind > BEHIND_BYTES)
      return note(about, `está ${Math.round(found.behind / 1e6)} MB atrás`, REPLICA_BEHIND);
    if (await isUnused(about))
      return note(about, 'responde, pero va más de medio segundo atrás: no se usa', REPLICA_BEHIND);
    if (found.feedback === 'off')
      return note(
        about,
        'al día, con hot_standby_feedback = off',
        'Póngalo en on en la réplica: así no corta lecturas largas, que hoy empezarían de nuevo en el servidor principal.',
      );
    return well(about, 'al día');
  };
  const results = await Promise.all(
    addresses.map((address) => {
      const about = `Réplica ${new URL(address).host}`;
      return checkWithClient(about, address, check, (reason) => note(about, reason, REPLICA_AWAY));
    }),
  );
  return results.flat();
}

/** Checks each server; an unreachable one is only a note if another is the primary. */
async function checkServers(databaseUrl: string, role: Config['role']): Promise<Finding[]> {
  const check: Check = (client, about) => checkServer(client, about, connectionsOf(role));
  const addresses = addressesOf(databaseUrl);
  if (addresses.length === 1) return checkWithClient('Base de datos (DATABASE_URL)', databaseUrl, check);
  const results = await Promise.all(
    addresses.map((address) => checkWithClient(`Base de datos ${new URL(address).host}`, address, check)),
  );
  const isAnyWell = results.some((findings) => findings.every(({ state }) => state !== 'bad'));
  return results
    .flat()
    .map((finding) => (isAnyWell && finding.state === 'bad' ? { ...finding, state: 'note' } : finding));
}

type Check = (client: pg.Client, about: string) => Promise<Findings>;

export async function checkWithClient(
  about: string,
  url: string,
  check: Check,
  unreachable: (reason: string) => Findings = (reason) => bad(about, reason, SEE_DEPLOY),
): Promise<Finding[]> {
  let isThere = false;
  const config = { ...connectionTo(url), connectionTimeoutMillis: CONNECT_MS, application_name: 'campanero doctor' };
  const findings = await withConnection(config, async (client) => {
    await refuseSharedSessions(url);
    isThere = true;
    return check(client, about);
  }).catch((error: unknown) => {
    const reason = explainFailure(error);
    return isThere ? bad(about, reason, SEE_DEPLOY) : unreachable(reason);
  });
  return [findings].flat();
}

type ServerFacts = { version: number; encoding: string; drift: number; connections: number };

async function checkServer(client: pg.Client, about: string, needed: number): Promise<Finding[]> {
  const asked = Date.now();
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
      extract(epoch from clock_timestamp())::float8 * 1000 - $1::float8 as drift,
      least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) as connections
      from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    [asked],
  );
  const { version, encoding, drift, connections } = rows[0]!;
  const findings: Finding[] = [];
  for (const fault of findIncompatibilities({ version, encoding })) findings.push(bad(about, fault, SEE_DEPLOY));
  const seconds = Math.round(Math.abs(drift) / 1000);
  if (seconds > CLOCK_SECONDS)
    findings.push(
      note(
        about,
        `su reloj difiere ${seconds} s del de esta máquina`,
        'Active la sincronización de hora (NTP) en ambas.',
      ),
    );
  if (connections < needed)
    findings.push(
      note(
        about,
        `admite ${connections} conexiones y este nodo usa hasta ${needed}`,
        'Suba max_connections, o el límite del usuario o de la base (CONNECTION LIMIT): hacen falta las de todos los nodos.',
      ),
    );
  if (findings.length === 0) findings.push(well(about, `PostgreSQL ${version}, ${connections} conexiones`));
  return [...findings, ...(await checkSettings(client, about))];
}

const checkSchema: Check = async (client, about) => {
  const { rows } = await client.query<{ exists: boolean; mayCreate: boolean; user: string }>(
    `select to_regclass('schema_migration') is not null as exists, current_user as "user",
      has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as "mayCreate"`,
  );
  const { exists, mayCreate, user } = rows[0]!;
  if (!mayCreate)
    return bad(
      about,
      `«${user}» no puede crear tablas`,
      `Ejecute: ALTER DATABASE ${client.database} OWNER TO ${user};`,
    );
  if (!exists) return well(about, 'se crearán en el primer inicio');
  const known = await readMigrations();
  const { unknown, refused } = await findUnknownMigrations(client, known);
  const says = `son de una versión más nueva (${unknown.join(', ')})`;
  if (refused.length > 0) return bad(about, says, 'Use esa versión del programa.');
  if (unknown.length > 0) return note(about, says, 'Solo agregó: puede seguir así, o termine la actualización.');
  const { rowCount } = await client.query('select from schema_migration');
  const pending = known.length - (rowCount ?? 0);
  return well(about, pending === 0 ? 'al día' : `el próximo inicio aplicará ${pending} migraciones`);
};

type RequiredSetting = { isMet: (value: string) => boolean; advice: string };
const isOn = (value: string) => value !== 'off';
const DURABLE = 'Póngalo en on: sin él, un corte de luz puede perder llamados que ya se dieron por registrados.';
const SILENT = 'Cámbielo en postgresql.conf: así el registro de PostgreSQL guarda datos de personas.';
const MAX_WAL_MB = 4_096;

/** Settings that no session can set (db/session.ts): the administrator of an external server must. */
export const REQUIRED_SETTINGS: Record<string, RequiredSetting> = {
  fsync: { isMet: isOn, advice: DURABLE },
  full_page_writes: { isMet: isOn, advice: DURABLE },
  synchronous_commit: { isMet: isOn, advice: DURABLE },
  max_wal_size: {
    isMet: (megabytes) => Number(megabytes) >= MAX_WAL_MB,
    advice: `Póngalo en ${MAX_WAL_MB / 1024}GB: con menos, cada carga grande demora a todos.`,
  },
  log_statement: { isMet: (value) => value === 'none' || value === 'ddl', advice: SILENT },
  log_min_duration_statement: {
    isMet: (milliseconds) => milliseconds === '-1',
    advice: `${SILENT} O ponga log_parameter_max_length = 0.`,
  },
  log_error_verbosity: { isMet: (value) => value === 'terse', advice: `${SILENT} Póngalo en terse.` },
};

async function checkSettings(client: pg.Client, about: string): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; setting: string; shown: string }>(
    `select name, setting, current_setting(name) as shown from pg_settings
    where name = any($1) or name = 'log_parameter_max_length' order by name`,
    [Object.keys(REQUIRED_SETTINGS)],
  );
  const hidesValues = rows.some(({ name, setting }) => name === 'log_parameter_max_length' && setting === '0');
  return rows.flatMap(({ name, setting, shown }) => {
    const required = REQUIRED_SETTINGS[name];
    if (!required || required.isMet(setting)) return [];
    if (hidesValues && (name === 'log_statement' || name === 'log_min_duration_statement')) return [];
    return [note(about, `${name} = ${shown}`, required.advice)];
  });
}
