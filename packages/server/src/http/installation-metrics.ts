import { statfs } from 'node:fs/promises';
import { Gauge, Registry } from 'prom-client';
import { selectRows, sql } from '../db/index.ts';
import { readMailBacklog } from '../integrations/mailer/send-mail.ts';
import { selectQueueStates } from '../jobs/queue-states.ts';
import type { Deps } from '../work/context.ts';

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
export async function installationMetrics(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<string> {
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
