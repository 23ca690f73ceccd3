import type { EndpointSpec } from '@campanero/contract/endpoint';
import type { ServiceRights } from '@campanero/contract/roles';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db, Trx } from '../db/client.ts';
import type { ReplicaRead } from '../db/replicas.ts';
import type { FileStore } from '../integrations/files/port.ts';
import type { FormsConnector } from '../integrations/forms/port.ts';
import type { OrionConnector } from '../integrations/orion/port.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Publish } from '../realtime/publish.ts';

/** Shared by the whole process: created in main.ts (and in tests) and passed down. */
export interface Deps {
  config: Config;
  /** URL of `db`, for child processes and dedicated connections. */
  databaseUrl: string;
  db: Db;
  /** For statements that read very many calls (call-store/read/heavy-reads.ts). */
  heavyDb: Db;
  /** For statistics, exports, audit and heavy lists: a replica if there is one. */
  read: ReplicaRead;
  log: Logger;
  clock: () => Date;
  jobs: JobQueue;
  publish: Publish;
  files: FileStore;
  forms: FormsConnector;
  orion: OrionConnector;
}

/** The user or service account of the request, read from the database on every request, not from the token. */
export interface Actor {
  id: number;
  name: string;
  email: string;
  /** Role ids are ranks, highest first. */
  roles: number[];
  /** The highest rank; undefined: guest. */
  primary: number | undefined;
  /** Of a service account, which has no roles. */
  service?: ServiceRights;
  sessionId: string;
  expiresAt: Date;
  /** The password was set by someone else: only endpoints with `duringSetup: 'any'` are allowed. */
  mustChangePassword: boolean;
  /** A role requires a second factor that is not set up: only endpoints with `duringSetup` are allowed. */
  mustSetSecondFactor: boolean;
  /** When password or code was last entered in this session. */
  confirmedAt: Date;
  /** The session locks after this much inactivity; null: never. */
  idleMinutes: number | null;
  /** When the session locks without further activity; null: never. */
  locksAt: Date | null;
  /** Only endpoints marked `whileLocked` are allowed until the identity is confirmed. */
  isLocked: boolean;
}

/** What the user must set up before this endpoint, or a socket, is allowed; null: nothing. */
export function pendingSetup(
  actor: Pick<Actor, 'mustChangePassword' | 'mustSetSecondFactor'>,
  { duringSetup }: Pick<EndpointSpec, 'duringSetup'> = {},
): 'PASSWORD_CHANGE_REQUIRED' | 'SECOND_FACTOR_SETUP_REQUIRED' | null {
  if (actor.mustChangePassword && duringSetup !== 'any') return 'PASSWORD_CHANGE_REQUIRED';
  if (actor.mustSetSecondFactor && !duringSetup) return 'SECOND_FACTOR_SETUP_REQUIRED';
  return null;
}

export interface Ctx extends Deps {
  /** Null only on public endpoints and in jobs. */
  actor: Actor | null;
  requestId: string;
  address: string;
  userAgent: string;
  /** If the client sent an Idempotency-Key; consumed by the first transact(), which sets the outcome. */
  idempotency?: { key: string; fingerprint: Buffer; outcome?: 'running' | 'done' | 'replayed' };
  /** In job runs: throws inside the transaction if another attempt has taken over the job. */
  fence?: (trx: Trx) => Promise<void>;
}

/** Of jobs and commands. */
export const NO_CLIENT = { actor: null, address: '', userAgent: '' };

export type SignedCtx = Ctx & { actor: Actor };

/** Runs a read-only view on a replica that keeps up, if there is one (db/replicas.ts). */
export const onReplica = <C extends Ctx, T>(ctx: C, view: (there: C) => Promise<T>): Promise<T> =>
  ctx.read(ctx.db, (db) => view({ ...ctx, db }));
