import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db, Trx } from '../db/client.ts';
import type { ReadElsewhere } from '../db/replicas.ts';
import type { FileStore } from '../integrations/files/port.ts';
import type { FormsConnector } from '../integrations/forms/port.ts';
import type { OrionConnector } from '../integrations/orion/port.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Publish } from '../realtime/publish.ts';

/** What the whole process shares. Made once in main.ts (and in tests), handed down, never global. */
export interface Deps {
  config: Config;
  /** The address of `db`, for child processes and for work that needs a connection of its own. */
  databaseUrl: string;
  db: Db;
  /** For statements that read very many calls (call-store/read/heavy-reads.ts). */
  heavyDb: Db;
  /** For statistics, exports, audit and heavy lists: on a replica where there is one. */
  read: ReadElsewhere;
  log: Logger;
  clock: () => Date;
  jobs: JobQueue;
  publish: Publish;
  files: FileStore;
  forms: FormsConnector;
  orion: OrionConnector;
}

/** The user of the request: read from the database at each request, never from the token. */
export interface Actor {
  id: number;
  name: string;
  email: string;
  /** Role ids = ranks, highest first. */
  roles: number[];
  /** The highest rank; undefined is a guest. */
  primary: number | undefined;
  sessionId: string;
  /** When the session's present token ends. */
  expiresAt: Date;
  /** Another person set the password: only endpoints marked `whilePasswordPending` are open. */
  mustChangePassword: boolean;
  /** A role requires the second factor and it is not set up: only endpoints marked `whileSecondFactorPending` are open. */
  mustSetSecondFactor: boolean;
  /** When they last typed password or code in this session. */
  confirmedAt: Date;
  /** After so many minutes without activity the session is locked; null: never. */
  idleMinutes: number | null;
  /** When that is, unless the person does something before; null: never. */
  locksAt: Date | null;
  /** Only endpoints marked `whileLocked` are open until the identity is confirmed. */
  isLocked: boolean;
}

/**
 * What the user has to set right before anything else is open to them; null: nothing. The same for requests (which may name an
 * exception) and for sockets.
 */
export function pendingDuty(
  actor: Pick<Actor, 'mustChangePassword' | 'mustSetSecondFactor'>,
  except: { whilePasswordPending?: boolean | undefined; whileSecondFactorPending?: boolean | undefined } = {},
): 'PASSWORD_CHANGE_REQUIRED' | 'SECOND_FACTOR_SETUP_REQUIRED' | null {
  if (actor.mustChangePassword && !except.whilePasswordPending) return 'PASSWORD_CHANGE_REQUIRED';
  if (actor.mustSetSecondFactor && !except.whileSecondFactorPending) return 'SECOND_FACTOR_SETUP_REQUIRED';
  return null;
}

/** One request, or one job run: the shared parts, the user and what the audit stores about the request. */
export interface Ctx extends Deps {
  /** Null only on public endpoints and in jobs. */
  actor: Actor | null;
  requestId: string;
  address: string;
  userAgent: string;
  /** Set when the caller sent an Idempotency-Key; consumed by the request's first transact(), which says if it replayed. */
  idempotency?: { key: string; fingerprint: Buffer; outcome?: 'running' | 'done' | 'replayed' };
  /** Set in job runs: throws inside the transaction when another attempt has taken the job over. */
  fence?: (trx: Trx) => Promise<void>;
}

/** A request of a signed-in user: what every endpoint that is not public receives. */
export interface SignedCtx extends Ctx {
  actor: Actor;
}
