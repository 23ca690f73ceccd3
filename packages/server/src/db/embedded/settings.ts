import { availableParallelism, totalmem } from 'node:os';
import { BI_ROLE } from '../bi-role.ts';
import { SESSION_SETTINGS } from '../session.ts';

const MB = 1024 * 1024;

/** Of the machine or the container. */
function memory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

const clamp = (value: number, low: number, high: number) => Math.round(Math.min(Math.max(value, low), high));

const quote = (value: string | number) => `'${String(value).replaceAll("'", "''")}'`;

/** `biPort`: where the login of the city's reports may connect; absent: the server listens on its socket only. */
type ServerOptions = { socketDir: string; throwaway: boolean; biPort?: number | undefined };
export const SOCKET_PORT = 5432;

/** postgresql.conf: modest memory, tuned for two cores, no personal data in the log. */
export function serverSettings({ socketDir, throwaway, biPort }: ServerOptions): string {
  const available = memory() / MB;
  const cores = availableParallelism();
  const settings: Record<string, string | number> = {
    ...SESSION_SETTINGS,
    // This machine only: other ones come through an encrypted tunnel.
    listen_addresses: biPort === undefined ? '' : '127.0.0.1',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0777', // access is limited by the folder and pg_hba.conf
    port: biPort ?? SOCKET_PORT,
    max_connections: 120,
    cluster_name: 'campanero',

    shared_buffers: `${clamp(available / 32, 64, 512)}MB`,
    effective_cache_size: `${clamp(available / 2, 128, 16_384)}MB`,
    maintenance_work_mem: `${clamp(available / 32, 64, 256)}MB`,
    max_worker_processes: 8,
    max_logical_replication_workers: 0,
    max_parallel_workers: 2,
    max_parallel_workers_per_gather: 2,
    // Loads already build indexes concurrently, and requests need the same cores.
    max_parallel_maintenance_workers: clamp(cores / 2 - 1, 0, 2),
    // I/O worker processes need a spare core.
    io_method: cores > 4 ? 'worker' : 'sync',

    // Acknowledged writes must survive a crash, except in a database for one test run.
    fsync: throwaway ? 'off' : 'on',
    synchronous_commit: throwaway ? 'off' : 'on',
    full_page_writes: throwaway ? 'off' : 'on',
    wal_level: 'replica',
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    // Zero-filling each new WAL segment delays every commit for a tenth of a second, twice a second during a first load.
    wal_init_zero: 'off',
    checkpoint_timeout: '5min', // bounds what is replayed after a crash
    // One syncfs instead of opening thousands of partition files: faster crash recovery.
    recovery_init_sync_method: 'syncfs',

    autovacuum_naptime: '20s',
    autovacuum_vacuum_scale_factor: 0.1,
    autovacuum_analyze_scale_factor: 0.05,

    log_timezone: 'UTC',
    lc_messages: 'C',

    // The application logs statement errors, without values. Terse leaves out DETAIL, which contains whole rows and queries.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_statement: 'none',
    log_min_duration_statement: -1,
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    log_checkpoints: 'off',
    log_autovacuum_min_duration: -1,
    log_line_prefix: '%m [%p] ',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quote(value)}`);
  return ['# Written by Campanero at each start; changes here are lost.', ...lines, ''].join('\n');
}

/**
 * pg_hba.conf: peer authentication for the server's own system user only; there is no password to leak. Over TCP the login of the
 * city's reports alone, to the product's database; PostgreSQL refuses what no line allows.
 */
export const connectionRules = (biPort?: number) =>
  [
    '# Written by Campanero at each start.',
    'local all all peer map=campanero',
    ...(biPort === undefined ? [] : [`host campanero ${BI_ROLE} 127.0.0.1/32 scram-sha-256`]),
    '',
  ].join('\n');

export const connectionMap = (systemUser: string) =>
  `# Written by Campanero at each start.\ncampanero "${systemUser.replaceAll('"', '""')}" all\n`;
