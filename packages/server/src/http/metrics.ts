import { monitorEventLoopDelay } from 'node:perf_hooks';
import { degradedPart, type DegradedPart } from '@campanero/contract/system/endpoints';
import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, Registry } from 'prom-client';
import type { Deps } from '../work/context.ts';
import { processMetrics } from '../work/metrics.ts';
import { installationMetrics } from './installation-metrics.ts';

export interface PoolCounts {
  total: number;
  idle: number;
  waiting: number;
}
export interface Metrics {
  /** Prometheus text. */
  text(): Promise<string>;
  contentType: string;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 0.5, 1, 2.5, 5, 10, 30];

function watchEventLoop(app: FastifyInstance): Gauge {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());
  return new Gauge({
    name: 'campanero_event_loop_lag_seconds',
    help: 'Event loop lag since the last scrape',
    labelNames: ['quantile'],
    registers: [],
    collect() {
      for (const quantile of [50, 99]) this.set({ quantile: String(quantile / 100) }, delay.percentile(quantile) / 1e9);
      this.set({ quantile: '1' }, delay.max / 1e9);
      delay.reset();
    },
  });
}

/** A figure that is read when it is asked for. */
const reading = (name: string, help: string, read: () => number): Gauge =>
  new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read());
    },
  });

function watchPool(pool: () => PoolCounts): Gauge {
  return new Gauge({
    name: 'campanero_database_connections',
    help: 'Connections of this process to the database, and requests waiting for one',
    labelNames: ['state'],
    registers: [],
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
}

function nameBuild(version: string, role: string): Gauge {
  const labels = { version, role, node: process.versions.node };
  const build = new Gauge({
    name: 'campanero_build',
    help: 'Always 1; the version that runs here, and as what',
    labelNames: Object.keys(labels),
    registers: [],
  });
  build.set(labels, 1);
  return build;
}

function watchDegraded(findDegraded: () => Promise<DegradedPart[]>): Gauge {
  return new Gauge({
    name: 'campanero_degraded',
    help: '1: this part is away although calling works',
    labelNames: ['part'],
    registers: [],
    async collect() {
      const degraded = await findDegraded();
      for (const part of degradedPart.options) this.set({ part }, degraded.includes(part) ? 1 : 0);
    },
  });
}

interface Sources {
  deps: Pick<Deps, 'db' | 'clock' | 'config'>;
  version: string;
  pool?: (() => PoolCounts) | undefined;
  sockets?: (() => number) | undefined;
  findDegraded: () => Promise<DegradedPart[]>;
}

/** A registry of this app's own, so that two apps in one process (tests) do not share figures. */
export function addMetrics(app: FastifyInstance, { deps, version, pool, sockets, findDegraded }: Sources): Metrics {
  const registry = new Registry();
  const durations = new Histogram({
    name: 'campanero_http_request_seconds',
    help: 'Duration of requests by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // Unknown addresses and methods share one label, so that invented ones cannot grow the registry.
    const route = request.routeOptions.url ?? 'none';
    const method = route === 'none' ? 'ANY' : request.method;
    durations.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  registry.registerMetric(watchEventLoop(app));
  const memory = process.memoryUsage;
  registry.registerMetric(
    reading('campanero_resident_memory_bytes', 'Resident memory of this process', () => memory.rss()),
  );
  registry.registerMetric(
    reading(
      'campanero_heap_used_bytes',
      'Memory of the objects of this process, uncollected ones too',
      () => memory().heapUsed,
    ),
  );
  if (pool) registry.registerMetric(watchPool(pool));
  if (sockets) registry.registerMetric(reading('campanero_sockets', 'Browsers connected to this process', sockets));
  registry.registerMetric(watchDegraded(findDegraded));
  registry.registerMetric(nameBuild(version, deps.config.role));
  const text = async () =>
    (await Promise.all([registry.metrics(), processMetrics.metrics(), installationMetrics(deps)])).join('\n');
  return { text, contentType: registry.contentType };
}
