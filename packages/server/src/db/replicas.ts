import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { AppError } from '../work/app-error.ts';
import { countFailure, heavyReads, replicasInUse } from '../work/metrics.ts';
import { isDatabaseUnavailable } from './unavailable.ts';
import { createDb, createPool, type Db } from './client.ts';
import { addressesOf } from './connection.ts';
import { selectRow } from './select.ts';

/** Maximum lag of a replica; a read waits no longer for it to catch up. */
const LAG_MS = 500;
const ANSWER_MS = 1_500;
const CHECK_MS = 1_000;
/** Successful checks in a row before a failed replica is used again. */
const RECOVERED_AFTER = 3;
/** Concurrent reads per replica and process. Others wait this long, then go to the primary. */
const CONNECTIONS = 6;
const WAIT_MS = 3_000;

// Reads on a replica that has replayed the WAL up to the primary's position, or on the primary. A read that fails is repeated on the
// primary, so it must have no side effects.
export type ReplicaRead = <T>(primary: Db, reading: (db: Db, replica?: pg.ClientConfig) => Promise<T>) => Promise<T>;

export const readOnPrimary: ReplicaRead = (primary, reading) => reading(primary);

interface ReplicasOptions {
  url: string | undefined;
  primary: Db;
  log: Pick<Logger, 'warn' | 'info'>;
  statementTimeout?: number;
}

/** WAL position of the primary; replicas have the same system identifier and databases. */
type LogEnd = { lsn: string; system: string; database: string };

export function openReplicas({ url, primary, ...options }: ReplicasOptions) {
  if (!url) return { read: readOnPrimary, close: async () => {} };
  const logEnd = () =>
    selectRow<LogEnd>(primary)`
      select pg_current_wal_flush_lsn()::text as lsn, system_identifier::text as system, current_database() as database
      from pg_control_system()`;
  const replicas = addressesOf(url).map((address) => openReplica(address, logEnd, options));
  let next = 0;
  const read: ReplicaRead = async (fallback, reading) => {
    await Promise.all(replicas.map(({ firstCheck }) => firstCheck));
    const usable = replicas.filter((replica) => replica.isUsed());
    const replica = usable[(next += 1) % usable.length];
    if (replica && (await replica.keepsUp())) {
      try {
        const result = await reading(replica.db, replica.connection);
        heavyReads.inc({ server: 'replica' });
        return result;
      } catch (error) {
        if (!isReplicasFault(error)) throw error;
      }
    }
    heavyReads.inc({ server: 'primary' });
    return reading(fallback);
  };
  return { read, close: async () => void (await Promise.all(replicas.map((replica) => replica.close()))) };
}

const QUERY_CANCELED = '57014';

/** Unavailable, or a recovery conflict (40001). Not a statement timeout, which would happen on the primary too. */
const isReplicasFault = (error: unknown): boolean =>
  !(error instanceof AppError) &&
  isDatabaseUnavailable(error) &&
  !(error instanceof pg.DatabaseError && error.code === QUERY_CANCELED && !error.message.includes('recovery'));

const IS_PRIMARY = 'it is not a replica, but takes writes itself';

/** Null if it replays the WAL up to that position in time. */
async function findFault(replica: pg.Pool, { lsn, system, database }: LogEnd): Promise<string | null> {
  const since = Date.now();
  for (let wait = 2; ; wait = Math.min(wait * 2, 40)) {
    const { rows } = await replica.query<{ standby: boolean; isCaughtUp: boolean; system: string; database: string }>(
      `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() >= $1::pg_lsn as "isCaughtUp",
        system_identifier::text as system, current_database() as database from pg_control_system()`,
      [lsn],
    );
    if (!rows[0]!.standby) return IS_PRIMARY;
    if (rows[0]!.system !== system || rows[0]!.database !== database) return 'it is a replica of another database';
    if (rows[0]!.isCaughtUp) return null;
    if (Date.now() - since > LAG_MS) return `it is more than ${LAG_MS} ms behind`;
    await pause(wait);
  }
}

/** Used while it answers and keeps up; always monitored. */
function openReplica(
  address: string,
  logEnd: () => Promise<LogEnd>,
  { log, statementTimeout }: Omit<ReplicasOptions, 'url' | 'primary'>,
) {
  const name = new URL(address).host;
  const sockets = new Set<Socket>();
  const connection: pg.ClientConfig = {
    connectionString: address,
    // Own sockets, to destroy them: a frozen server closes nothing.
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  };
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  const pool = createPool(connection, {
    max: CONNECTIONS,
    connectTimeout: WAIT_MS,
    applicationName: 'campanero replica',
    ...(statementTimeout !== undefined && { statementTimeout }),
  });
  const probing = createPool(
    { ...connection, query_timeout: ANSWER_MS },
    { max: 1, connectTimeout: ANSWER_MS, applicationName: 'campanero replica?' },
  );

  let isUsed = false;
  let successes = 0;
  let isKnown = false;
  const setUsed = (value: boolean) => {
    isUsed = value;
    replicasInUse.set({ replica: name }, value ? 1 : 0);
  };
  setUsed(false);
  function stopUsing(reason: string, isUnavailable: boolean): void {
    successes = 0;
    if (isUnavailable) disconnect();
    if (isUsed || !isKnown) {
      countFailure('replica');
      log.warn({ replica: name, reason }, 'a replica is not used: its readings go to the primary');
    }
    setUsed(false);
    // It became the primary of the cluster, which is no fault.
    if (reason === IS_PRIMARY) replicasInUse.remove({ replica: name });
  }
  /** Stops using it on a fault. */
  async function keepsUp(): Promise<boolean> {
    // Without the primary's position nothing is known about the replica.
    const end = await logEnd().catch(() => null);
    if (end === null) return false;
    const reason = await findFault(probing, end).then(
      (found) => found && { found, isUnavailable: false },
      (error: Error) => ({ found: error.message, isUnavailable: true }),
    );
    if (reason) stopUsing(reason.found, reason.isUnavailable);
    return !reason;
  }
  async function check(): Promise<void> {
    if (await keepsUp()) successes += 1;
    if (!isUsed && successes >= (isKnown ? RECOVERED_AFTER : 1)) {
      log.info({ replica: name }, 'a replica is used: heavy readings go there');
      setUsed(true);
    }
    isKnown = true;
  }

  let isChecking = true;
  const firstCheck = check().finally(() => (isChecking = false));
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void check().finally(() => (isChecking = false));
  }, CHECK_MS);
  timer.unref();
  return {
    db: createDb(pool),
    connection,
    isUsed: () => isUsed,
    keepsUp,
    firstCheck,
    async close() {
      clearInterval(timer);
      await firstCheck;
      disconnect();
      await Promise.all([pool.end(), probing.end()]);
    },
  };
}
