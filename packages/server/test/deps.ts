import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { readConfig, type Config } from '../src/config.ts';
import { createHeavyDb } from '../src/db/heavy-db.ts';
import { createDb, createPool, type Db } from '../src/db/client.ts';
import { connectionTo } from '../src/db/connection.ts';
import { readOnPrimary, type ReplicaRead } from '../src/db/replicas.ts';
import { createLogger } from '../src/http/logging.ts';
import { connectSystems } from '../src/integrations/connect.ts';
import type { AnyJob } from '../src/jobs/define-job.ts';
import { createJobs, type Jobs } from '../src/jobs/runner.ts';
import type { Publish } from '../src/realtime/publish.ts';
import type { Actor, Ctx, Deps, SignedCtx } from '../src/work/context.ts';
import { createTestDatabase } from './database.ts';

/** Dependencies without HTTP, on their own database: real queue and files, recorded events. */
export interface TestDeps extends Deps {
  jobs: Jobs;
  url: string;
  published: { to: readonly number[]; event: string }[];
  log: Deps['log'];
  close(): Promise<void>;
}

interface TestDepsOptions {
  config?: Partial<Config>;
  definitions?: readonly AnyJob[];
  clock?: () => Date;
}

export async function createTestDeps(options: TestDepsOptions = {}): Promise<TestDeps> {
  const database = await createTestDatabase();
  const published: TestDeps['published'] = [];
  const publish: Publish = {
    toUsers: (to, event) => void published.push({ to, event }),
    activity: () => {},
    endSessions: () => {},
    endUser: () => {},
  };
  const log = createLogger('silent');
  const jobs = createJobs({ url: database.url, log, definitions: options.definitions ?? [] });
  const clock = options.clock ?? (() => new Date());
  const { deps, close } = await openDeps(database.url, { config: options.config, log, clock, publish, jobs });
  return {
    ...deps,
    jobs,
    published,
    url: database.url,
    close: async () => {
      await jobs.stop();
      await close();
      await database.drop();
    },
  };
}

type GivenDeps = Pick<Deps, 'log' | 'clock' | 'publish' | 'jobs'> & {
  config?: Partial<Config> | undefined;
  /** A pool that a test observes; then nothing is read in read-only sessions. */
  pool?: pg.Pool | undefined;
};

/** The real database, files and connectors of the product, in a temporary DATA_DIR. */
export async function openDeps(url: string, given: GivenDeps): Promise<{ deps: Deps; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'campanero-deps-'));
  const db = createDb(given.pool ?? createPool(url, { max: 10 }));
  const heavyDb = createHeavyDb(url, given.log);
  const readOnly = openReadOnly(url, db);
  const settings = { DATABASE_URL: url, JWT_SECRET: TEST_SECRET, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const config = { ...readConfig(settings), ...given.config };
  const { log, clock, publish, jobs } = given;
  const deps: Deps = {
    config,
    databaseUrl: url,
    db,
    heavyDb,
    read: given.pool ? readOnPrimary : readOnly.read,
    log,
    clock,
    publish,
    jobs,
    ...connectSystems({ config, db, log, clock }),
  };
  return {
    deps,
    close: async () => {
      await Promise.all([db.destroy(), heavyDb.destroy(), readOnly.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const TEST_SECRET = 'a-secret-for-tests-that-is-long-enough';

/** Stands in for a replica: the same database in read-only sessions, so that a read that writes or locks rows fails its test. */
function openReadOnly(url: string, db: Db): { read: ReplicaRead; close(): Promise<void> } {
  const readOnly = createDb(
    createPool({ ...connectionTo(url), options: '-c default_transaction_read_only=on' }, { max: 4 }),
  );
  return { read: (primary, reading) => reading(primary === db ? readOnly : primary), close: () => readOnly.destroy() };
}

export const anActor = (id: number): Actor => ({
  id,
  name: 'Ana Díaz',
  email: 'ana@demo.gob.ar',
  roles: [4],
  primary: 4,
  sessionId: '00000000-0000-4000-8000-000000000000',
  expiresAt: new Date(Date.now() + 3_600_000),
  mustChangePassword: false,
  mustSetSecondFactor: false,
  confirmedAt: new Date(),
  idleMinutes: null,
  locksAt: null,
  isLocked: false,
});

const origin = { requestId: 'a-request', address: '127.0.0.1', userAgent: '' };
export const anonymously = (deps: Deps): Ctx => ({ ...deps, ...origin, actor: null });
export const signedIn = (deps: Deps, userId = 1): SignedCtx => ({ ...deps, ...origin, actor: anActor(userId) });
