import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { sql } from 'kysely';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { runSeed, type SeedResult } from '../db/seed/seed.ts';
import { checkEnvironment } from '../doctor/examine.ts';
import { hashPassword } from '../features/auth/password/passwords.ts';
import { resealSecrets } from '../features/auth/second-factor/proof.ts';
import { resealEventSecrets } from '../features/outgoing-events/change-subscription.ts';
import { resolveActor } from '../features/auth/session/sessions.ts';
import { securityHeaders } from '../http/headers.ts';
import { markWebSocket } from '../http/connection-shares.ts';
import { createHandshakeLimit } from '../http/public-limit.ts';
import { limitBodyTime } from '../http/connections.ts';
import type { RunStep } from '../terminal/terminal.ts';
import type { Deps } from '../work/context.ts';
import { withTimeout } from '../work/with-timeout.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { startInterval } from '../jobs/interval.ts';
import { checkFilesAtStart, createFilesCheck } from './check-files.ts';
import { findPoolShortage } from './check-sessions.ts';
import { openDatabase, prepareSchema } from './database.ts';
import { countOpenRequests, drain } from './drain.ts';
import { readOrCreateJwtSecret } from './jwt-secret.ts';
import { createNodeTask } from './node-heartbeat.ts';
import { createParts, type Parts } from './parts.ts';
import { chooseHost } from './listen-host.ts';
import { listenError } from './port.ts';

const WEB_ROOT = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const MANUAL_ROOT = fileURLToPath(new URL('../../../../docs/manual', import.meta.url));

/** `stop` ends readiness, requests, jobs, connections and database, in that order. Idempotent. */
type RunningServer = { address: AddressInfo; seed: SeedResult; stop(): Promise<void> };

/** Starts everything for this ROLE in order; on failure stops what was started. */
export async function startServer(given: Config, log: Logger, runStep: RunStep): Promise<RunningServer> {
  const shutdown = new AsyncDisposableStack();
  let stopped: Promise<void> | undefined;
  try {
    const database = await runStep(
      given.databaseUrl ? 'Conectando con la base de datos' : 'Iniciando la base de datos',
      () => openDatabase(given, log),
      () => (given.databaseUrl ? 'Base de datos externa' : 'Base de datos en marcha'),
    );
    shutdown.defer(() => database.stop());
    await runStep(
      'Preparando las tablas',
      () => prepareSchema(database, (message) => log.info(message)),
      describeMigrations,
    );
    const shortage = given.databaseUrl && (await findPoolShortage(given.databaseUrl, given.role));
    if (shortage) log.warn(shortage);
    const config = { ...given, jwtSecret: given.jwtSecret ?? (await readOrCreateJwtSecret(given.dataDir)) };

    const parts = createParts(config, database.url, log, shutdown);
    const { deps, jobs } = parts;
    await runStep(
      'Comprobando el almacenamiento',
      () => checkFilesAtStart(config, deps.files, log),
      (degraded) =>
        degraded.length === 0
          ? 'Se puede escribir'
          : 'No se pueden guardar archivos: se inicia igual, npm run doctor dice por qué',
    );
    const seed = await runStep(
      config.seed === 'demo' ? 'Cargando los datos de demostración' : 'Cargando el catálogo base',
      () =>
        runSeed({
          db: deps.db,
          config,
          hash: hashPassword,
          seedDemo: (places) => seedDemo(deps, { places, now: deps.clock(), hash: hashPassword }),
        }),
      describeSeed,
    );
    await resealSecrets(deps);
    await resealEventSecrets(deps);
    const address = await runStep(
      'Iniciando el servidor',
      async () => {
        const app = await serve(parts, shutdown);
        const { host, warning } = await chooseHost(config, deps.db);
        if (warning) log.warn(warning);
        if (config.role !== 'web') await jobs.start(deps);
        await app.listen({ host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
          throw listenError(error, { host, port: config.port });
        });
        return app.server.address() as AddressInfo;
      },
      () => 'Servidor en marcha',
    );
    shutdown.defer(startNodeHeartbeat(deps, address));
    // First step of a stop: not ready, but still serving.
    shutdown.defer(() => pause(config.stopPauseSeconds * 1000));
    return { address, seed, stop: () => (stopped ??= shutdown.disposeAsync()) };
  } catch (error) {
    await shutdown.disposeAsync().catch((err: unknown) => log.error({ err }, 'a failed start could not be cleaned up'));
    throw error;
  }
}

function startNodeHeartbeat(deps: Deps, { port }: AddressInfo): () => Promise<void> {
  const task = createNodeTask({ name: `${hostname()}:${port}`, look: checkEnvironment });
  const stop = startInterval(task, deps);
  return async () => {
    await stop();
    await task.end(deps);
  };
}

function describeMigrations(applied: number): string {
  if (applied === 0) return 'Tablas al día';
  return `Tablas preparadas (${applied === 1 ? '1 migración' : `${applied} migraciones`})`;
}

function describeSeed({ kind, isNew }: SeedResult): string {
  if (kind === 'demo') return isNew ? 'Datos de demostración cargados' : 'Datos de demostración, de un inicio anterior';
  return isNew ? 'Catálogo base cargado' : 'Catálogo base, de un inicio anterior';
}

async function serve({ deps, pool, hub }: Parts, shutdown: AsyncDisposableStack): Promise<FastifyInstance> {
  const { config } = deps;
  const isWorker = config.role === 'worker';
  const app = buildApp(deps, {
    ...(isWorker ? { serves: 'system' as const } : { webRoot: WEB_ROOT, manualRoot: MANUAL_ROOT }),
    checkReady: () => (shutdown.disposed ? Promise.reject(new Error('the process is stopping')) : checkReady(deps)),
    findDegraded: createFilesCheck(config, deps.files),
    countSockets: () => hub.count(),
    preparesDocs: !isWorker,
    poolCounts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  });
  const openRequests = countOpenRequests(app);
  shutdown.defer(() => drain(app, openRequests, () => hub.close()));
  await app.ready();
  if (isWorker) return app;
  hub.attach(app.server, {
    resolveActor: (token) => resolveActor(deps, token),
    clock: deps.clock,
    allowedOrigins: [new URL(config.publicUrl).origin, ...config.corsOrigins],
    onRequest: limitBodyTime,
    onAccepted: markWebSocket,
    handshakes: createHandshakeLimit(deps),
    headers: securityHeaders({ host: '', isSecure: new URL(config.publicUrl).protocol === 'https:' }),
  });
  return app;
}

const READY_TIMEOUT_MS = 2_000;

/** Checks database and queue with a timeout: the probe must not hang. */
const checkReady = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> =>
  void (await withTimeout(READY_TIMEOUT_MS, Promise.all([sql`select 1`.execute(db), jobs.check()])));
