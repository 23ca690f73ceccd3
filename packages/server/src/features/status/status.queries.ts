import type { HandlerReply } from '@campanero/contract/endpoint';
import type { status, StatusFinding } from '@campanero/contract/status/endpoints';
import { type Db, run, selectRow, selectRows, sql, type Trx } from '../../db/index.ts';

export type StatusReply = HandlerReply<typeof status.view>;

export type NodeRow = StatusReply['nodes'][number] & {
  checkRequested: boolean;
  lookedAt: Date | null;
  findings: (Omit<StatusFinding, 'nodes' | 'since' | 'checkedAt'> & { since: string })[];
};

/** Heartbeats come every five seconds; a node without one for this long counts as dead. */
const SILENCE = sql`interval '30 seconds'`;

/** Without stopped nodes; dead ones are listed for a day (process/node-heartbeat.ts). */
export const selectNodes = (db: Db) =>
  selectRows<NodeRow>(db)`
    select name, role, version, started_at, seen_at, seen_at > now() - ${SILENCE} as is_alive, check_requested, looked_at, findings
    from server_node where stopped_at is null order by role = 'worker', name`;

export const requestCheck = (trx: Trx) =>
  run(trx)`
    update server_node set check_requested = true where stopped_at is null and seen_at > now() - ${SILENCE}`;

export const readDatabase = (db: Db) =>
  selectRow<Omit<StatusReply['database'], 'replicas'>>(db)`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      pg_postmaster_start_time() as started_at, current_setting('max_connections')::int as max_connections,
      (select count(*) from pg_stat_activity where datid is not null)::int as connections,
      pg_has_role(current_user, 'pg_read_all_stats', 'usage') as sees_lag`;

/** Streaming replicas. Without pg_monitor a row has only its name. */
export const selectReplicas = (db: Db) =>
  selectRows<StatusReply['database']['replicas'][number]>(db)`
    select coalesce(nullif(application_name, ''), 'sin nombre') as name, host(client_addr) as address, state,
      coalesce(sync_state in ('sync', 'quorum'), false) as is_synchronous, extract(epoch from replay_lag)::float8 as lag_seconds,
      case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 end as lag_bytes
    from pg_stat_replication order by 1, 2`;

export async function readLastChecks(db: Db) {
  type Value = { place?: string; rows?: number; findingCount?: number };
  const found = await selectRows<{ key: string; value: Value; at: Date }>(db)`
    select key, value, at from installation where key in ('backup.last', 'audit.check')`;
  const [backup, audit] = ['backup.last', 'audit.check'].map((key) => found.find((row) => row.key === key));
  return {
    backup: backup ? { at: backup.at, place: backup.value.place ?? '' } : null,
    audit: audit ? { at: audit.at, rows: audit.value.rows ?? 0, findingCount: audit.value.findingCount ?? 0 } : null,
  };
}
