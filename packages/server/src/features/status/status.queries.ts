import type { StatusFinding } from '@campanero/contract/status/schemas';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';

export interface NodeRow {
  name: string;
  role: string;
  version: string;
  startedAt: Date;
  seenAt: Date;
  isAlive: boolean;
  checkRequested: boolean;
  lookedAt: Date | null;
  findings: (Omit<StatusFinding, 'nodes' | 'since' | 'checkedAt'> & { since: string })[];
}

/** Heartbeats come every five seconds; a node without one for this long counts as dead. */
const SILENCE = sql`interval '30 seconds'`;

/** Without stopped nodes; dead ones are listed for a day (process/node-heartbeat.ts). */
export async function selectNodes(db: Db): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select name, role, version, started_at, seen_at, seen_at > now() - ${SILENCE} as is_alive, check_requested, looked_at, findings
    from server_node where stopped_at is null order by role = 'worker', name`.execute(db);
  return rows;
}

export const requestCheck = async (trx: Trx): Promise<void> =>
  void (await sql`update server_node set check_requested = true where stopped_at is null and seen_at > now() - ${SILENCE}`.execute(
    trx,
  ));

interface DatabaseFacts {
  version: string;
  bytes: number;
  startedAt: Date;
  connections: number;
  maxConnections: number;
  seesLag: boolean;
}
export async function readDatabase(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      pg_postmaster_start_time() as started_at, current_setting('max_connections')::int as max_connections,
      (select count(*) from pg_stat_activity where datid is not null)::int as connections,
      pg_has_role(current_user, 'pg_read_all_stats', 'usage') as sees_lag`.execute(db);
  return rows[0]!;
}

interface Replica {
  name: string;
  address: string | null;
  state: string | null;
  isSynchronous: boolean;
  lagSeconds: number | null;
  lagBytes: number | null;
}
/** Streaming replicas. Without pg_monitor a row has only its name. */
export async function selectReplicas(db: Db): Promise<Replica[]> {
  const { rows } = await sql<Replica>`
    select coalesce(nullif(application_name, ''), 'sin nombre') as name, host(client_addr) as address, state,
      coalesce(sync_state in ('sync', 'quorum'), false) as is_synchronous, extract(epoch from replay_lag)::float8 as lag_seconds,
      case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 end as lag_bytes
    from pg_stat_replication order by 1, 2`.execute(db);
  return rows;
}

interface LastChecks {
  backup: { at: Date; place: string } | null;
  audit: { at: Date; rows: number; findingCount: number } | null;
}
/** Results of the last backup and audit check. */
export async function readLastChecks(db: Db): Promise<LastChecks> {
  const rows = await db
    .selectFrom('installation')
    .select(['key', 'value', 'at'])
    .where('key', 'in', ['backup.last', 'audit.check'])
    .execute();
  const find = (key: string) => rows.find((row) => row.key === key);
  const [backup, audit] = [find('backup.last'), find('audit.check')];
  const { place = '' } = (backup?.value ?? {}) as { place?: string };
  const { rows: count = 0, findingCount = 0 } = (audit?.value ?? {}) as { rows?: number; findingCount?: number };
  return {
    backup: backup ? { at: backup.at, place } : null,
    audit: audit ? { at: audit.at, rows: count, findingCount } : null,
  };
}
