import { availableParallelism, totalmem } from 'node:os';
import { SESSION_SETTINGS } from '../session.ts';

const MB = 1024 * 1024;

/** What the machine (or the container) really has to give. */
function memory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

const clamp = (value: number, low: number, high: number) => Math.round(Math.min(Math.max(value, low), high));

/** Quoted as postgresql.conf wants it. */
const quote = (value: string | number) => `'${String(value).replaceAll("'", "''")}'`;

/** postgresql.conf, written anew at each start: modest in memory, tuned for two cores, silent about people. */
export function serverSettings({ socketDir, throwaway }: { socketDir: string; throwaway: boolean }): string {
  const available = memory() / MB;
  const cores = availableParallelism();
  const settings: Record<string, string | number> = {
    ...SESSION_SETTINGS,
    // Reached only through its socket: no port, nothing for the network to find.
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0777', // who may connect is decided by the folder and by pg_hba.conf
    port: 5432,
    max_connections: 120,
    cluster_name: 'campanero',

    shared_buffers: `${clamp(available / 32, 64, 512)}MB`,
    effective_cache_size: `${clamp(available / 2, 128, 16_384)}MB`,
    maintenance_work_mem: `${clamp(available / 32, 64, 256)}MB`,
    max_worker_processes: 8,
    max_logical_replication_workers: 0,
    max_parallel_workers: 2,
    max_parallel_workers_per_gather: 2,
    // Loads build indexes side by side already, and people wait for the same cores.
    max_parallel_maintenance_workers: clamp(cores / 2 - 1, 0, 2),
    // Processes that read ahead are for machines with a core to spare.
    io_method: cores > 4 ? 'worker' : 'sync',

    // What was answered must survive a crash. Only a database made for one test run may forget.
    fsync: throwaway ? 'off' : 'on',
    synchronous_commit: throwaway ? 'off' : 'on',
    full_page_writes: throwaway ? 'off' : 'on',
    wal_level: 'replica',
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    // Filling each new piece of the log with zeros beforehand (16 MB) holds up every commit for a tenth of a second, twice a second
    // while an audience is loaded for the first time.
    wal_init_zero: 'off',
    checkpoint_timeout: '5min', // bounds what is replayed after a crash
    // After a crash one flush of the disk instead of opening each of thousands of files (partitions): seconds sooner back.
    recovery_init_sync_method: 'syncfs',

    autovacuum_naptime: '20s',
    autovacuum_vacuum_scale_factor: 0.1,
    autovacuum_analyze_scale_factor: 0.05,

    log_timezone: 'UTC',
    lc_messages: 'C',

    // Faults of statements are the application's to log, without the values in them: here only what concerns the server
    // itself. Terse leaves out DETAIL, where PostgreSQL would write whole rows and queries.
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
 * pg_hba.conf: the kernel tells PostgreSQL which system user is at the other end of the socket, and only the server's own may
 * come in. Better than a password: there is none to make, keep, leak or change, and another user who reaches the folder
 * (anything else that runs as `nobody`) is still refused.
 */
export const CONNECTION_RULES = '# Written by Campanero at each start.\nlocal all all peer map=campanero\n';

/** pg_ident.conf for the rule above. */
export const connectionMap = (systemUser: string) =>
  `# Written by Campanero at each start.\ncampanero "${systemUser.replaceAll('"', '""')}" all\n`;
