import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics of this process since its start; those of the installation (queues, mail) are read on request (http/metrics.ts). */
export const processMetrics = new Registry();
const registers = [processMetrics];

export const jobSeconds = new Histogram({
  name: 'campanero_job_seconds',
  help: 'Duration of jobs by queue and result (done, failed)',
  labelNames: ['queue', 'result'],
  buckets: [0.1, 1, 5, 30, 120, 600, 3_600],
  registers,
});

const counter = (name: string, help: string, ...labelNames: string[]) =>
  new Counter({ name, help, labelNames, registers });
export const mails = counter(
  'campanero_mails_total',
  'Tries to send a mail by result (sent, refused, outage)',
  'result',
);
export const registrations = counter('campanero_registrations_total', 'Outcomes registered');
export const uploadedBytes = counter('campanero_uploaded_bytes_total', 'Bytes of files taken in');
export const heavyReads = counter(
  'campanero_heavy_reads_total',
  'Statistics, exports, audit and heavy lists by the server that answered (replica, primary); counted with DATABASE_READ_URL',
  'server',
);

export const replicasInUse = new Gauge({
  name: 'campanero_replica_in_use',
  help: 'Whether a read replica answers and keeps up, by server',
  labelNames: ['replica'],
  registers,
});

/** External systems; each starts at zero, so that alerts see the first failure. */
const SYSTEMS = ['storage', 'scanner', 'mail', 'dashboard', 'forms', 'replica', 'events'] as const;
const failures = counter(
  'campanero_system_failures_total',
  'Requests to another system that it did not answer, by system',
  'system',
);
for (const system of SYSTEMS) failures.inc({ system }, 0);

export const countFailure = (system: (typeof SYSTEMS)[number]): void => failures.inc({ system });

export const readFailures = async (): Promise<number> =>
  (await failures.get()).values.reduce((sum, { value }) => sum + value, 0);

const COUNTERS = { mails, registrations, uploadedBytes, heavyReads, failures };
type CounterName = keyof typeof COUNTERS;
export type CounterValue = { counter: CounterName; labels: Partial<Record<string, string | number>>; value: number };

/** Counters of a child process, which the parent adds to its own: a child has no metrics endpoint. */
export async function readCounterValues(): Promise<CounterValue[]> {
  const all = Object.entries(COUNTERS).map(async ([name, counter]) => {
    const { values } = await counter.get();
    return values.map(({ labels, value }) => ({ counter: name as CounterName, labels, value }));
  });
  return (await Promise.all(all)).flat().filter(({ value }) => value > 0);
}

export function addCounterValues(counted: readonly CounterValue[]): void {
  for (const { counter: name, labels, value } of counted) COUNTERS[name].inc(labels as object, value);
}
