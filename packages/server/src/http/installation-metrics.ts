import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { Gauge, Registry } from 'prom-client';
import { JOB_SCHEMA } from '../jobs/schema.ts';
import type { Deps } from '../work/context.ts';

interface State {
  /** A label's value, or empty where the metric has none. */
  label: string;
  value: number;
}

const METRICS = {
  campanero_jobs_waiting: ['Jobs that wait for their turn or for another try, by queue', 'queue'],
  campanero_jobs_oldest_seconds: ['How long the oldest due job has been waiting, by queue', 'queue'],
  campanero_jobs_failed: ['Jobs of the last week that were given up, by queue', 'queue'],
  campanero_mails_waiting: ['Mails that wait to be sent'],
  campanero_mails_oldest_seconds: ['How long the oldest of them has been waiting'],
  campanero_loads_running: ['Audience loads under way'],
  campanero_load_rows_per_second: ['Of the last audience load that ended'],
  campanero_audit_findings: ['What the last check of the audit chain found'],
  campanero_audit_check_age_seconds: ['How long ago that was'],
} as const satisfies Record<string, readonly [help: string, label?: string]>;
type MetricName = keyof typeof METRICS;

/** What the database says of the whole installation; the same on every node. */
async function readStates({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<(State & { name: MetricName })[]> {
  const now = clock();
  const jobs = sql.table(`${JOB_SCHEMA}.job`);
  const { rows } = await sql<State & { name: MetricName }>`
    with waiting as (
      select name as label, count(*)::int as n, extract(epoch from ${now}::timestamptz - min(start_after))::float8 as age
      from ${jobs} where state in ('created', 'retry') and start_after <= ${now} group by 1
    ), mails as (
      select count(*)::int as n, extract(epoch from ${now}::timestamptz - min(created_at))::float8 as age
      from mail where sent_at is null and next_attempt_at < 'infinity'
    ), audited as (
      select value as result, at from installation where key = 'audit.check'
    )
    select 'campanero_jobs_waiting' as name, label, n as value from waiting
    union all select 'campanero_jobs_oldest_seconds', label, age from waiting
    union all select 'campanero_jobs_failed', name, count(*) from ${jobs} where state = 'failed' group by name
    union all select 'campanero_mails_waiting', '', n from mails
    union all select 'campanero_mails_oldest_seconds', '', coalesce(age, 0) from mails
    union all select 'campanero_loads_running', '', count(*) from audience_load where status = 'RUNNING'
    union all select 'campanero_audit_findings', '', (result ->> 'findingCount')::float8 from audited
    union all select 'campanero_audit_check_age_seconds', '', extract(epoch from ${now}::timestamptz - at) from audited
    union all (select 'campanero_load_rows_per_second', '', read / greatest(extract(epoch from finished_at - created_at), 1)
      from audience_load where status = 'COMPLETED' order by id desc limit 1)`.execute(db);
  return rows;
}

/** Asked anew for each reading, with a registry of its own: a queue that emptied has no line any more. */
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
