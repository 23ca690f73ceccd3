import { monitorEventLoopDelay } from 'node:perf_hooks';
import { degradedPart, type DegradedPart } from '@campanero/contract/system/endpoints';
import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, Registry } from 'prom-client';
import type { Deps } from '../work/context.ts';
import { processMetrics } from '../work/metrics.ts';
import { installationMetrics } from './installation-metrics.ts';

export type PoolCounts = { total: number; idle: number; waiting: number };
export type Metrics = { text(): Promise<string>; contentType: string };

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 0.5, 1, 2.5, 5, 10, 30];

interface Sources {
  deps: Pick<Deps, 'db' | 'clock' | 'config'>;
  version: string;
  pool?: () => PoolCounts;
  sockets?: () => number;
  findDegraded: () => Promise<DegradedPart[]>;
}

/** A registry per app, so that two apps in one process (tests) do not share metrics. */
export function addMetrics(app: FastifyInstance, { deps, version, pool, sockets, findDegraded }: Sources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, read: (metric: Gauge) => void | Promise<void>, label?: string) =>
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers,
      collect() {
        return read(this);
      },
    });
  measureRequests(app, registry);

  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());
  const readDelay = (lag: Gauge) => {
    for (const quantile of [50, 99]) lag.set({ quantile: String(quantile / 100) }, delay.percentile(quantile) / 1e9);
    lag.set({ quantile: '1' }, delay.max / 1e9);
    delay.reset();
  };
  gauge('campanero_event_loop_lag_seconds', 'Event loop lag since the last scrape', readDelay, 'quantile');
  const memory = process.memoryUsage;
  gauge('campanero_resident_memory_bytes', 'Resident memory of this process', (metric) => metric.set(memory.rss()));
  gauge('campanero_heap_used_bytes', 'Heap of this process, garbage included', (metric) =>
    metric.set(memory().heapUsed),
  );
  if (pool) {
    const readPool = (connections: Gauge) => {
      for (const [state, count] of Object.entries(pool())) connections.set({ state }, count);
    };
    const help = 'Connections of this process to the database, and requests waiting for one';
    gauge('campanero_database_connections', help, readPool, 'state');
  }
  if (sockets) gauge('campanero_sockets', 'Browsers connected to this process', (metric) => metric.set(sockets()));
  const readDegraded = async (metric: Gauge) => {
    const degraded = await findDegraded();
    for (const part of degradedPart.options) metric.set({ part }, degraded.includes(part) ? 1 : 0);
  };
  gauge('campanero_degraded', '1: this part is unavailable although calling works', readDegraded, 'part');
  const build = { version, role: deps.config.role, node: process.versions.node };
  new Gauge({
    name: 'campanero_build',
    help: 'Always 1; the version that runs here, and as what',
    labelNames: Object.keys(build),
    registers,
  }).set(build, 1);
  const text = async () =>
    (await Promise.all([registry.metrics(), processMetrics.metrics(), installationMetrics(deps)])).join('\n');
  return { text, contentType: registry.contentType };
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'campanero_http_request_seconds',
    help: 'Duration of requests by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // Unknown paths and methods share one label, so that requests cannot grow the registry.
    const route = request.routeOptions.url ?? 'none';
    const method = route === 'none' ? 'ANY' : request.method;
    durations.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
}
