import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { connectionTo } from './connection.ts';
import { grantTo } from './grants.ts';
import { SEED_LOCK, UNFINISHED_DEMO } from './seed/seed.ts';
import { withConnection } from './with-connection.ts';

// Forward-only numbered files, each in one transaction with its row in schema_migration. One node migrates, others wait.
const DIRECTORY = new URL('./migrations/', import.meta.url);
/** Arbitrary, but no other advisory lock may use it. */
const LOCK = 7_261_001;
/** Files of the schema before 1.0, which no longer exist: data that have them are too old. */
const BEFORE_1_0 = ['0001_platform.sql', '0015_campaign_statistics.sql'];

interface MigrateOptions {
  /** The application's role, if it is not the owner: gets its grants. */
  appRole?: string | undefined;
  log?: ((message: string) => void) | undefined;
  /** Other changes of tables or rights, under the same lock after the migrations. */
  afterMigrations?: (() => Promise<void>) | undefined;
}

export class MigrationError extends Error {}

type MigrationFile = { name: string; sql: string; checksum: string };

/** Contracting migrations say so (`-- contract: 1.2.0`); after all others the previous version still works. */
const expands = ({ sql }: MigrationFile) => !/^-- contract: /m.test(sql);

export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  const files = await readMigrations();
  return withConnection({ ...connectionTo(ownerUrl), application_name: 'campanero migrate' }, async (client) => {
    await assertCompatibleServer(client);
    await takeLock(client, options.log);
    await dropUnfinishedDemo(client, options.log);
    const pending = await findPending(client, files, options.log);
    for (const file of pending) await apply(client, file);
    for (const { name } of pending) options.log?.(`migración aplicada: ${name}`);
    await makePartitionsAhead(client);
    if (options.appRole) await grantTo(client, options.appRole);
    await options.afterMigrations?.();
    return { applied: pending.map((file) => file.name) };
  });
}

/** The oldest version with every feature that the schema uses. */
const OLDEST_SERVER = 15;

type ServerFacts = { version: number; encoding: string };

export function findIncompatibilities({ version, encoding }: ServerFacts): string[] {
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

async function assertCompatibleServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
  );
  const faults = findIncompatibilities(rows[0]!);
  if (faults.length > 0) throw new MigrationError(faults.join(' '));
}

/** Held until the connection ends. Waiting is logged, because the start would seem to hang. */
async function takeLock(client: pg.Client, log: MigrateOptions['log']): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
  if (rows[0]!.taken) return;
  log?.('Otro proceso está preparando la base de datos: se espera a que termine.');
  await client.query('select pg_advisory_lock($1)', [LOCK]);
}

/** Drops what a crash left of the demo data, which are made before anybody can sign in. */
async function dropUnfinishedDemo(client: pg.Client, log: MigrateOptions['log']): Promise<void> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    `select to_regclass('public.installation') is not null as there`,
  );
  if (!tables[0]!.there) return;
  await client.query('begin');
  const { rowCount } = await client.query(
    `select from installation where key = $1 and pg_try_advisory_xact_lock($2, $3)`,
    [UNFINISHED_DEMO, ...SEED_LOCK],
  );
  if (rowCount === 1) {
    log?.('Los datos de demostración quedaron a medias: se empieza de nuevo.');
    await client.query('drop schema public cascade; drop schema if exists bi, pgboss cascade; create schema public');
  }
  await client.query('commit');
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

async function findPending(client: pg.Client, files: MigrationFile[], log: MigrateOptions['log']) {
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
  const { unknown, refused } = await findUnknownMigrations(client, files);
  if (refused.length > 0)
    throw new MigrationError(
      `La base tiene migraciones que este programa no conoce (${refused.join(', ')}): use una versión más nueva.`,
    );
  if (unknown.length > 0)
    log?.(`La base es de una versión más nueva (${unknown.join(', ')}), que solo agregó: esta puede seguir con ella.`);
  return files.filter((file) => !applied.has(file.name));
}

/** Migrations of a newer version. This version may continue if all of them only add; contracting ones are refused. */
export async function findUnknownMigrations(client: pg.Client, files: readonly Pick<MigrationFile, 'name'>[]) {
  const { rows } = await client.query<{ name: string; expands: boolean }>(
    `select name, coalesce((to_jsonb(m) ->> 'expands')::boolean, false) as expands from schema_migration m
     where name <> all($1) order by name`,
    [files.map(({ name }) => name)],
  );
  return { unknown: rows.map(({ name }) => name), refused: rows.filter((row) => !row.expands).map(({ name }) => name) };
}

const LOCK_TIMEOUT = '55P03';
const ATTEMPTS = 5;

/** Retries on lock_timeout, which the functions set. */
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
