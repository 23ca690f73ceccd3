import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { degradedPart, type DegradedPart } from '@campanero/contract/system/endpoints';
import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, Registry } from 'prom-client';
import { selectRows, sql } from '../db/index.ts';
import { readMailBacklog } from '../integrations/mailer/send-mail.ts';
import { selectQueueStates } from '../jobs/queue-states.ts';
import type { Deps } from '../work/context.ts';
import { processMetrics } from '../work/metrics.ts';

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

type State = { label: string; value: number };

const METRICS = {
  campanero_jobs_waiting: ['Jobs that wait for their turn or for a retry, by queue', 'queue'],
  campanero_jobs_oldest_seconds: ['How long the oldest due job has been waiting, by queue', 'queue'],
  campanero_jobs_failed: ['Jobs of the last week that were given up, by queue', 'queue'],
  campanero_mails_waiting: ['Mails that wait to be sent'],
  campanero_mails_oldest_seconds: ['How long the oldest of them has been waiting'],
  campanero_loads_running: ['Audience loads under way'],
  campanero_load_rows_per_second: ['Of the last audience load that ended'],
  campanero_audit_findings: ['What the last check of the audit chain found'],
  campanero_audit_check_age_seconds: ['How long ago that was'],
  campanero_backup_age_seconds: ['How long ago the last backup that left a trace was made'],
} as const satisfies Record<string, readonly [help: string, label?: string]>;
type MetricName = keyof typeof METRICS;

async function readStates({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<(State & { name: MetricName })[]> {
  const now = clock();
  const ageOf = sql`extract(epoch from ${now}::timestamptz - at)::float8`;
  const [queues, mail, rows] = await Promise.all([
    selectQueueStates(db, now),
    readMailBacklog(db, now),
    selectRows<State & { name: MetricName }>(db)`
      select 'campanero_loads_running' as name, '' as label, count(*)::float8 as value from audience_load where status = 'RUNNING'
      union all select 'campanero_audit_findings', '', (value ->> 'findingCount')::float8 from installation where key = 'audit.check'
      union all select 'campanero_audit_check_age_seconds', '', ${ageOf} from installation where key = 'audit.check'
      union all select 'campanero_backup_age_seconds', '', ${ageOf} from installation where key = 'backup.last'
      union all (select 'campanero_load_rows_per_second', '', read / greatest(extract(epoch from finished_at - created_at), 1)
        from audience_load where status = 'COMPLETED' order by id desc limit 1)`,
  ]);
  const queueStates = queues.flatMap(({ queue: label, waiting, failed, oldestSeconds }) => [
    { name: 'campanero_jobs_waiting' as const, label, value: waiting },
    { name: 'campanero_jobs_oldest_seconds' as const, label, value: oldestSeconds ?? 0 },
    { name: 'campanero_jobs_failed' as const, label, value: failed },
  ]);
  return [
    ...queueStates.filter(({ value }) => value > 0),
    { name: 'campanero_mails_waiting', label: '', value: mail.waiting },
    { name: 'campanero_mails_oldest_seconds', label: '', value: mail.oldestSeconds ?? 0 },
    ...rows,
  ];
}

/** A new registry per scrape, so that an emptied queue has no stale line. */
async function installationMetrics(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const reachable = gauge('campanero_database_reachable', 'Whether the database answered this reading');
  const free = gauge('campanero_disk_free_bytes', 'Room on the disk of DATA_DIR');
  const { bavail, bsize } = await statfs(deps.config.dataDir);
  free.set(bavail * bsize);
  const states = await readStates(deps).catch(() => undefined);
  reachable.set(states ? 1 : 0);
  for (const [name, [help, label]] of Object.entries<readonly [string, string?]>(METRICS)) {
    const own = states?.filter((state) => state.name === name) ?? [];
    if (own.length === 0) continue;
    const metric = gauge(name, help, label ? [label] : []);
    for (const state of own) metric.set(label ? { [label]: state.label } : {}, state.value);
  }
  return registry.metrics();
}
