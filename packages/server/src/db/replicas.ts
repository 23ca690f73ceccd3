import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { AppError } from '../work/app-error.ts';
import { countFailure, heavyReads, replicasInUse } from '../work/measures.ts';
import { isDatabaseAway } from './away.ts';
import { createDb, createPool, type Db } from './client.ts';
import { addressesOf } from './connection.ts';

/** How far behind the primary a replica may be: a reading waits no longer for it to catch up. */
const LAG_MS = 500;
/** How long it has to answer a question that costs it nothing. */
const ANSWER_MS = 1_500;
/** How often it is looked whether it answers and keeps up. */
const WATCH_MS = 1_000;
/** So many looks in a row must be well before one that failed is used again. */
const WELL_AGAIN = 3;
/** Readings that run at once on one replica, for each process. Others wait for this long, then go to the primary. */
const CONNECTIONS = 6;
const TURN_MS = 3_000;

/**
 * Runs a reading on a replica, or on the primary that it is given: without a replica, and with one that is behind, busy or away. What
 * was committed before the reading began is in it, whoever committed it on whichever node: the replica must first have replayed the
 * log up to where the primary stood at that moment. A reading that a replica breaks off begins again on the primary, so it may
 * have no other effects than its answer. `replica` is how a connection of its own reaches the same server.
 */
export type ReadElsewhere = <T>(primary: Db, reading: (db: Db, replica?: pg.ClientConfig) => Promise<T>) => Promise<T>;

export const readOnPrimary: ReadElsewhere = (primary, reading) => reading(primary);

interface Replicas {
  read: ReadElsewhere;
  close(): Promise<void>;
}

interface ReplicasOptions {
  /** DATABASE_READ_URL: one server or several. */
  url: string | undefined;
  /** Is asked how far the log goes. */
  primary: Db;
  log: Pick<Logger, 'warn' | 'info'>;
  /** Milliseconds. */
  statementTimeout?: number;
}

/** How far the log of the primary goes, and whose log it is: replicas have the same identifier, and the same databases. */
interface LogEnd {
  lsn: string;
  system: string;
  database: string;
}

export function openReplicas({ url, primary, ...options }: ReplicasOptions): Replicas {
  if (!url) return { read: readOnPrimary, close: async () => {} };
  const logEnd = async () => {
    const { rows } = await sql<LogEnd>`
      select pg_current_wal_flush_lsn()::text as lsn, system_identifier::text as system, current_database() as database
      from pg_control_system()`.execute(primary);
    return rows[0]!;
  };
  const replicas = addressesOf(url).map((address) => openReplica(address, logEnd, options));
  let turn = 0;
  const read: ReadElsewhere = async (fallback, reading) => {
    await Promise.all(replicas.map(({ firstLook }) => firstLook));
    const usable = replicas.filter((replica) => replica.isUsed());
    const replica = usable[(turn += 1) % usable.length];
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

const STATEMENT_ENDED = '57014';

/**
 * It stopped, broke or had no room; or what the reading looked at was to be cleared away on the primary too (a recovery conflict,
 * 40001). Not a statement that took longer than it may: it would on the primary as well.
 */
const isReplicasFault = (error: unknown): boolean =>
  !(error instanceof AppError) &&
  isDatabaseAway(error) &&
  !(error instanceof pg.DatabaseError && error.code === STATEMENT_ENDED && !error.message.includes('recovery'));

const IS_PRIMARY = 'it is not a replica, but takes writes itself';

/** What is wrong with it: null when it has replayed the log up to there within the time that it has. */
async function findFault(replica: pg.Pool, { lsn, system, database }: LogEnd): Promise<string | null> {
  const since = Date.now();
  for (let wait = 2; ; wait = Math.min(wait * 2, 40)) {
    const { rows } = await replica.query<{ standby: boolean; isThere: boolean; system: string; database: string }>(
      `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() >= $1::pg_lsn as "isThere",
        system_identifier::text as system, current_database() as database from pg_control_system()`,
      [lsn],
    );
    if (!rows[0]!.standby) return IS_PRIMARY;
    if (rows[0]!.system !== system || rows[0]!.database !== database) return 'it is a replica of another database';
    if (rows[0]!.isThere) return null;
    if (Date.now() - since > LAG_MS) return `it is more than ${LAG_MS} ms behind`;
    await pause(wait);
  }
}

/** One server: used while it answers and keeps up, watched always. */
function openReplica(
  address: string,
  logEnd: () => Promise<LogEnd>,
  { log, statementTimeout }: Omit<ReplicasOptions, 'url' | 'primary'>,
) {
  const name = new URL(address).host;
  const sockets = new Set<Socket>();
  const connection: pg.ClientConfig = {
    connectionString: address,
    // Ours to break: a frozen server closes nothing, and who waits for its answer would wait for ever.
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  };
  const breakOff = () => {
    for (const socket of sockets) socket.destroy();
  };
  const pool = createPool(connection, {
    max: CONNECTIONS,
    connectTimeout: TURN_MS,
    applicationName: 'campanero replica',
    ...(statementTimeout !== undefined && { statementTimeout }),
  });
  const asking = createPool(
    { ...connection, query_timeout: ANSWER_MS },
    { max: 1, connectTimeout: ANSWER_MS, applicationName: 'campanero replica?' },
  );

  let isUsed = false;
  let wellLooks = 0;
  let isKnown = false;
  const setUsed = (value: boolean) => {
    isUsed = value;
    replicasInUse.set({ replica: name }, value ? 1 : 0);
  };
  setUsed(false);
  function leave(reason: string, isAway: boolean): void {
    wellLooks = 0;
    if (isAway) breakOff();
    if (isUsed || !isKnown) {
      countFailure('replica');
      log.warn({ replica: name, reason }, 'a replica is not used: its readings go to the primary');
    }
    setUsed(false);
    // A member of the cluster that is the primary now: nothing is wrong with it.
    if (reason === IS_PRIMARY) replicasInUse.remove({ replica: name });
  }
  /** Whether it can be read from now on; it is left when it cannot. */
  async function keepsUp(): Promise<boolean> {
    // The primary does not say how far it is: nothing is known of the replica either.
    const end = await logEnd().catch(() => null);
    if (end === null) return false;
    const reason = await findFault(asking, end).then(
      (found) => found && { found, isAway: false },
      (error: Error) => ({ found: error.message, isAway: true }),
    );
    if (reason) leave(reason.found, reason.isAway);
    return !reason;
  }
  async function look(): Promise<void> {
    if (await keepsUp()) wellLooks += 1;
    if (!isUsed && wellLooks >= (isKnown ? WELL_AGAIN : 1)) {
      log.info({ replica: name }, 'a replica is used: heavy readings go there');
      setUsed(true);
    }
    isKnown = true;
  }

  let isLooking = true;
  const firstLook = look().finally(() => (isLooking = false));
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => (isLooking = false));
  }, WATCH_MS);
  timer.unref();
  return {
    db: createDb(pool),
    connection,
    isUsed: () => isUsed,
    keepsUp,
    firstLook,
    async close() {
      clearInterval(timer);
      await firstLook;
      breakOff();
      await Promise.all([pool.end(), asking.end()]);
    },
  };
}
