import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { connectionTo } from './connection.ts';
import { grantTo } from './grants.ts';

/**
 * Forward-only numbered SQL files, each in one transaction together with the row that remembers it: an interruption leaves
 * the schema before or after a file, never inside one. The whole run holds one advisory lock, so that of several nodes
 * starting at once one migrates and the others find it done. A file that was applied and then edited is refused.
 */
const DIRECTORY = new URL('./migrations/', import.meta.url);
/** An arbitrary constant that no other advisory lock uses. */
const LOCK = 7_261_001;
/** Files of the schema before 1.0 that are not here any more: whichever was applied, the data are of that time. */
const BEFORE_1_0 = ['0001_platform.sql', '0015_campaign_statistics.sql'];

interface MigrateOptions {
  /** The application's own database role, when the owner is another one: gets what it needs and nothing more. */
  appRole?: string | undefined;
  log?: ((message: string) => void) | undefined;
  /** Whatever else changes tables or rights: under the same lock, once the migrations are through. */
  alsoLocked?: (() => Promise<void>) | undefined;
}

export class MigrationError extends Error {}

interface MigrationFile {
  name: string;
  sql: string;
  checksum: string;
}

/** A migration that takes away says so (`-- contract: 1.2.0`); all others only add, and the version before works on. */
const expands = ({ sql }: MigrationFile) => !/^-- contract: /m.test(sql);

export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  const files = await readMigrations();
  const client = new pg.Client({ ...connectionTo(ownerUrl), application_name: 'campanero migrate' });
  // A connection lost between queries shows in the next query; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await refuseUnfitServer(client);
    await takeLock(client, options.log);
    const pending = await findPending(client, files, options.log);
    for (const file of pending) await apply(client, file);
    for (const { name } of pending) options.log?.(`migración aplicada: ${name}`);
    await makePartitionsAhead(client);
    if (options.appRole) await grantTo(client, options.appRole);
    await options.alsoLocked?.();
    return { applied: pending.map((file) => file.name) };
  } finally {
    await client.end();
  }
}

/** The oldest PostgreSQL that knows everything the schema uses. */
export const OLDEST_SERVER = 15;

interface ServerFacts {
  version: number;
  encoding: string;
}

/** What makes a database unusable whatever its tables: before the first migration, and for the doctor. */
export function findUnfitness({ version, encoding }: ServerFacts): string[] {
  const faults: string[] = [];
  if (version < OLDEST_SERVER)
    faults.push(
      `La base de datos es PostgreSQL ${version}: Campanero necesita la versión ${OLDEST_SERVER} o una posterior.`,
    );
  if (encoding !== 'UTF8')
    faults.push(
      `La codificación de la base de datos es ${encoding}, que no guarda todos los nombres: créela de nuevo con ENCODING 'UTF8' TEMPLATE template0.`,
    );
  return faults;
}

async function refuseUnfitServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
  );
  const faults = findUnfitness(rows[0]!);
  if (faults.length > 0) throw new MigrationError(faults.join(' '));
}

/** Held until the connection ends. Whoever waits for another node says so: the start would seem to hang. */
async function takeLock(client: pg.Client, log: MigrateOptions['log']): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
  if (rows[0]!.taken) return;
  log?.('Otro proceso está preparando la base de datos: se espera a que termine.');
  await client.query('select pg_advisory_lock($1)', [LOCK]);
}

export async function readMigrations(): Promise<MigrationFile[]> {
  const names = (await readdir(DIRECTORY)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, DIRECTORY), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function findPending(
  client: pg.Client,
  files: MigrationFile[],
  log: MigrateOptions['log'],
): Promise<MigrationFile[]> {
  await client.query(`create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  await client.query('alter table schema_migration add column if not exists expands boolean not null default false');
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  if (BEFORE_1_0.some((name) => applied.has(name)))
    throw new MigrationError(
      'Los datos son de una versión anterior a la 1.0, que esta no puede continuar: mueva la carpeta de datos (DATA_DIR) a otro lugar, o use una base vacía (DATABASE_URL), y vuelva a arrancar.',
    );
  for (const file of files) {
    const before = applied.get(file.name);
    if (before !== undefined && before !== file.checksum)
      throw new MigrationError(`La migración ${file.name} cambió después de aplicarse: agregue una nueva en su lugar.`);
  }
  const { foreign, refused } = await findForeign(client, files);
  if (refused.length > 0)
    throw new MigrationError(
      `La base tiene migraciones que este programa no conoce (${refused.join(', ')}): use una versión más nueva.`,
    );
  if (foreign.length > 0)
    log?.(`La base es de una versión más nueva (${foreign.join(', ')}), que solo agregó: esta puede seguir con ella.`);
  return files.filter((file) => !applied.has(file.name));
}

/**
 * Migrations of a newer version. Where all of them only added, this one may work on: a node that restarts in the middle of an
 * update, or the way back after it. Whatever takes away is refused.
 */
export async function findForeign(
  client: pg.Client,
  files: readonly Pick<MigrationFile, 'name'>[],
): Promise<{ foreign: string[]; refused: string[] }> {
  const { rows } = await client.query<{ name: string; expands: boolean }>(
    `select name, coalesce((to_jsonb(m) ->> 'expands')::boolean, false) as expands from schema_migration m
     where name <> all($1) order by name`,
    [files.map(({ name }) => name)],
  );
  return {
    foreign: rows.map(({ name }) => name),
    refused: rows.filter((row) => !row.expands).map(({ name }) => name),
  };
}

const LOCK_TIMEOUT = '55P03';
const ATTEMPTS = 5;

/** On a busy centre the short locks this needs may not be free at once (lock_timeout in the functions): tried again. */
async function makePartitionsAhead(client: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('select ensure_history_months(), ensure_shared_call_leaf()');
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_TIMEOUT || attempt === ATTEMPTS) throw error;
      await pause(attempt * 200);
    }
  }
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.sql);
    await client.query('insert into schema_migration (name, checksum, expands) values ($1, $2, $3)', [
      file.name,
      file.checksum,
      expands(file),
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => {});
    throw new MigrationError(`La migración ${file.name} falló: ${(cause as Error).message}`, { cause });
  }
}
