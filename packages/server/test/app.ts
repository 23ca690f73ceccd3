import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { EventName } from '@campanero/contract/events';
import { buildApp, type AppOptions } from '../src/app.ts';
import type { Config } from '../src/config.ts';
import type { Db } from '../src/db/client.ts';
import { createLogger } from '../src/http/logging.ts';
import type { JobQueue } from '../src/jobs/queue.ts';
import type { ActiveCampaign } from '../src/realtime/activity.ts';
import type { Publish } from '../src/realtime/publish.ts';
import type { Deps } from '../src/work/context.ts';
import { createTestDatabase, emptyDatabase } from './database.ts';
import { openDeps } from './deps.ts';

/** Moves only when set. */
interface TestClock {
  now(): Date;
  set(when: Date | string): void;
  advance(milliseconds: number): void;
}

/** An app on its own database; events and jobs are recorded instead of sent. */
export interface TestApp {
  app: FastifyInstance;
  db: Db;
  deps: Deps;
  databaseUrl: string;
  clock: TestClock;
  published: { userIds: readonly number[]; event: EventName; payload: unknown }[];
  /** Campaigns and users whose figures changed; not in `published`. */
  activity: { campaign: ActiveCampaign; userId: number | undefined }[];
  /** Closed sockets. */
  ended: { sessionIds: string[]; userIds: number[] };
  enqueued: { name: string; payload: object }[];
  /** Resets database, records and clock for the next test. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

interface TestAppOptions {
  config?: Partial<Config>;
  app?: AppOptions;
  log?: Deps['log'];
  /** Default: records what is enqueued. */
  jobs?: JobQueue;
  /** Shares the database of another app: two nodes of one installation. */
  beside?: TestApp;
  /** A pool that a test observes (plans.ts). */
  pool?: pg.Pool;
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.beside
    ? { url: options.beside.databaseUrl, drop: async () => {} }
    : await createTestDatabase();
  const clock = options.beside?.clock ?? createClock();
  const records = createRecords();
  const { deps, close } = await openDeps(database.url, {
    config: options.config,
    pool: options.pool,
    log: options.log ?? createLogger('silent'),
    clock: clock.now,
    publish: records.publish,
    jobs: options.jobs ?? records.jobs,
  });
  const app = buildApp(deps, options.app);
  await app.ready();
  return {
    app,
    db: deps.db,
    deps,
    clock,
    databaseUrl: database.url,
    published: records.published,
    activity: records.activity,
    ended: records.ended,
    enqueued: records.enqueued,
    forget: async () => {
      await emptyDatabase(deps.db);
      records.forget();
      clock.set(MORNING);
    },
    close: async () => {
      await app.close();
      await close();
      await database.drop();
    },
  };
}

/** One app for all tests of a file. */
export function useWorld(options?: TestAppOptions): TestApp {
  const world = {} as TestApp;
  beforeAll(async () => void Object.assign(world, await createTestApp(options)));
  afterAll(() => world.close());
  return world;
}

/** A working morning in the product's time zone, without sub-millisecond digits. */
const MORNING = '2026-03-10T13:00:00.000Z';

function createClock(): TestClock {
  let now = Date.parse(MORNING);
  return {
    now: () => new Date(now),
    set: (when) => {
      now = new Date(when).getTime();
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

function createRecords() {
  const published: TestApp['published'] = [];
  const activity: TestApp['activity'] = [];
  const enqueued: TestApp['enqueued'] = [];
  const ended: TestApp['ended'] = { sessionIds: [], userIds: [] };
  const publish: Publish = {
    toUsers: (userIds, event, payload) => void published.push({ userIds, event, payload }),
    activity: (campaign, userId) => void activity.push({ campaign, userId }),
    endSessions: (sessionIds) => void ended.sessionIds.push(...sessionIds),
    endUser: (userId) => void ended.userIds.push(userId),
  };
  const jobs: JobQueue = {
    enqueue: async (_trx, job, payload) => void enqueued.push({ name: job.name, payload }),
    isPending: async (job) => enqueued.some(({ name }) => name === job.name),
    countAhead: async () => 0,
    check: async () => {},
  };
  const forget = () => {
    for (const list of [published, activity, enqueued, ended.sessionIds, ended.userIds]) list.length = 0;
  };
  return { published, activity, enqueued, ended, publish, jobs, forget };
}
