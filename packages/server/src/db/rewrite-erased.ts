import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { JOB_SCHEMA } from '../jobs/schema.ts';
import { withConnection } from './with-connection.ts';

export interface Rewritten {
  isIdle: boolean;
  tables: number;
  /** Tables in use for longer than the lock timeout; the next run rewrites them. */
  skipped: string[];
  /** Tables that the role may not rewrite: PostgreSQL skips them with a warning. */
  denied: string[];
  /** False if the role may not clear the WAL; the server's administrator has to. */
  isLogEmptied: boolean;
}

const LOCK_TRIES = 3;
const LOCK_PAUSE_MS = 2_000;
const BUSY = new Set(['55P03', '40P01', '57014']);
const DENIED = '42501';
/** Safety limit: max_wal_size is 256 segments. */
const SEGMENTS_MAX = 1_000;

/** A plain vacuum leaves the bytes of replaced rows. Locks each table meanwhile; needs the owner's role, for the WAL more. */
export function rewriteErased(
  connectionString: string,
  { lockSeconds, isForced = false, keepsLog = false }: { lockSeconds: number; isForced?: boolean; keepsLog?: boolean },
): Promise<Rewritten> {
  return withConnection({ connectionString, application_name: 'campanero purge' }, async (client) => {
    const { rows: partitions } = await client.query<ErasedPartition>(
      'select relation, recorded_at::text as seen from erased_partition',
    );
    if (partitions.length === 0 && !isForced)
      return { isIdle: true, tables: 0, skipped: [], denied: [], isLogEmptied: true };
    await client.query(`set lock_timeout = '${lockSeconds}s'`);
    await client.query('set statement_timeout = 0');
    const tables = await listTables(client);
    await waitForOpenTransactions(client);
    const left = { skipped: [] as string[], denied: [] as string[] };
    for (const table of tables) {
      const outcome = await rewrite(client, table);
      if (outcome !== 'written') left[outcome].push(table);
    }
    const written = tables.length - left.skipped.length - left.denied.length;
    // Statistics of partitioned tables contain sample values too.
    for (const table of ['person', 'person_phone', 'call', 'call_history']) await client.query(`analyze ${table}`);
    await waitForOpenTransactions(client);
    const outcome = await rewrite(client, 'pg_catalog.pg_statistic');
    if (outcome !== 'written') left[outcome].push('pg_statistic');
    const isLogEmptied = !keepsLog && (await emptyLog(client));
    await recordRewritten(client, partitions, [...left.skipped, ...left.denied]);
    return { isIdle: false, tables: written, ...left, isLogEmptied };
  });
}

type ErasedPartition = { relation: string; seen: string };

/** Skipped tables are recorded; entries recorded again meanwhile stay. */
async function recordRewritten(client: pg.Client, partitions: readonly ErasedPartition[], skipped: readonly string[]) {
  const column = (name: keyof ErasedPartition) => partitions.map((partition) => partition[name]);
  await client.query(
    `delete from erased_partition using unnest($1::text[], $2::timestamptz[]) as written (relation, seen)
     where erased_partition.relation = written.relation and recorded_at = written.seen`,
    [column('relation'), column('seen')],
  );
  await client.query('insert into erased_partition (relation) select unnest($1::text[]) on conflict do nothing', [
    skipped,
  ]);
}

/** Recorded partitions, and all tables that are not partitions of people, calls and history. Numbers of block lists stay. */
async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select t.name from (
       select c.oid::regclass::text as name, c.relispartition as is_leaf, n.nspname, c.relname
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and c.relpersistence <> 't' and n.nspname in ('public', $1)) t
     where t.name in (select relation from erased_partition)
       or t.nspname = $1
       or (not t.is_leaf and t.relname not in ('listed_number', 'schema_migration')
         and t.relname !~ '^(call|call_history|person|person_phone)_')
     order by 1`,
    [JOB_SCHEMA],
  );
  return rows.map(({ name }) => name);
}

const OPEN_TRIES = 60;
const OPEN_PAUSE_MS = 250;

/** VACUUM FULL copies rows that open transactions may see: those of a longer transaction stay until the next run. */
async function waitForOpenTransactions(client: pg.Client): Promise<void> {
  const { rows: open } = await client.query<{ name: string }>(
    `select virtualtransaction as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'virtualxid' and datname = current_database() and pid <> pg_backend_pid()`,
  );
  for (let tries = 1; open.length > 0 && tries <= OPEN_TRIES; tries += 1) {
    const { rows } = await client.query(
      `select from pg_locks where locktype = 'virtualxid' and virtualtransaction = any($1::text[])`,
      [open.map(({ name }) => name)],
    );
    if (rows.length === 0) return;
    await pause(OPEN_PAUSE_MS);
  }
}

async function rewrite(client: pg.Client, table: string): Promise<'written' | 'skipped' | 'denied'> {
  const before = await fileOf(client, table);
  for (let attempt = 1; ; attempt += 1)
    try {
      await client.query(`vacuum (full, analyze) ${table}`);
      return (await fileOf(client, table)) === before ? 'denied' : 'written';
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !BUSY.has(error.code ?? '')) throw error;
      if (attempt === LOCK_TRIES) return 'skipped';
      await pause(LOCK_PAUSE_MS);
    }
}

async function fileOf(client: pg.Client, table: string): Promise<string | undefined> {
  const { rows } = await client.query<{ file: string }>('select pg_relation_filepath($1) as file', [table]);
  return rows[0]?.file;
}

/** Recycled WAL segments keep their old content: with recycling off, all segments are switched through and overwritten. */
async function emptyLog(client: pg.Client): Promise<boolean> {
  try {
    await client.query('alter system set wal_recycle = off');
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === DENIED) return false;
    throw error;
  }
  try {
    await client.query('select pg_reload_conf()');
    const { rows } = await client.query<{ ahead: number }>(
      `select count(*)::int as ahead from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_lsn())`,
    );
    for (let left = Math.min(rows[0]!.ahead, SEGMENTS_MAX) + 1; left > 0; left -= 1) {
      await client.query(`select pg_logical_emit_message(false, 'purge', '')`);
      await client.query('select pg_switch_wal()');
    }
    // The second checkpoint no longer needs what the first had to keep.
    for (let round = 0; round < 2; round += 1) {
      await client.query(`select pg_logical_emit_message(false, 'purge', '')`);
      await client.query('checkpoint');
    }
    return true;
  } finally {
    await client.query('alter system reset wal_recycle');
    await client.query('select pg_reload_conf()');
  }
}
