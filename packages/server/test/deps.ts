import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig, type Config } from '../src/config.ts';
import { createHeavyDb } from '../src/db/heavy-db.ts';
import { createDb, createPool } from '../src/db/client.ts';
import { createFileStore } from '../src/integrations/files/store.ts';
import { createFormsConnector } from '../src/integrations/forms/connector.ts';
import { createOrionConnector } from '../src/integrations/orion/connector.ts';
import type { AnyJob } from '../src/jobs/define-job.ts';
import { createJobs, type Jobs } from '../src/jobs/runner.ts';
import type { Publish } from '../src/realtime/publish.ts';
import type { Actor, Ctx, Deps, SignedCtx } from '../src/work/context.ts';
import { createTestDatabase } from './database.ts';
import { openReadOnly } from './read-only.ts';

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
  const dataDir = await mkdtemp(join(tmpdir(), 'campanero-deps-'));
  const db = createDb(createPool(database.url, { max: 10 }));
  const log = pino({ level: 'silent' });
  const heavyDb = createHeavyDb(database.url, log);
  const readOnly = openReadOnly(database.url, db);
  const jobs = createJobs({ url: database.url, log, definitions: options.definitions ?? [] });
  const published: TestDeps['published'] = [];
  const publish: Publish = {
    toUser: (userId, event) => void published.push({ to: [userId], event }),
    toUsers: (to, event) => void published.push({ to, event }),
    activity: () => {},
    endSessions: () => {},
    endUser: () => {},
  };
  const settings = {
    DATABASE_URL: database.url,
    JWT_SECRET: 'a-secret-for-tests-that-is-long-enough',
    DATA_DIR: dataDir,
  };
  const config = { ...readConfig(settings), ...options.config };
  const clock = options.clock ?? (() => new Date());
  return {
    config,
    databaseUrl: database.url,
    db,
    heavyDb,
    read: readOnly.read,
    log,
    jobs,
    publish,
    published,
    clock,
    files: createFileStore(config),
    forms: createFormsConnector({ config, db, log, clock }),
    orion: createOrionConnector({ config, db, log, clock }),
    url: database.url,
    close: async () => {
      await jobs.stop();
      await Promise.all([db.destroy(), heavyDb.destroy(), readOnly.close()]);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
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
