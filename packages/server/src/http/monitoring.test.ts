import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { api } from '@campanero/contract';
import { as } from '../../test/actors.ts';
import { useWorld } from '../../test/app.ts';
import { findProgram } from '../../test/faults/installed-programs.ts';
import { countFailure } from '../work/metrics.ts';

const METRICS_TOKEN = 'una-llave-para-las-metricas';
const world = useWorld({
  config: { metricsToken: METRICS_TOKEN },
  app: { countSockets: () => 3, poolCounts: () => ({ total: 2, idle: 2, waiting: 0 }), version: '9.8.7' },
});
const FILES = ['deploy/monitoring/alerts.yml', 'deploy/monitoring/grafana.json', 'docs/operations/monitoring.md'].map(
  (path) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url)),
);

const readMetrics = async () => String((await as(world, { token: METRICS_TOKEN }).send(api.system.metrics)).body);

// Data for the metrics that have a line only while there is some.
beforeAll(async () => {
  const { db, clock } = world;
  const hourAgo = new Date(clock.now().getTime() - 3_600_000);
  await sql`select pgboss.create_queue('prueba', '{"policy": "standard"}')`.execute(db);
  await sql`insert into pgboss.job (name, state, start_after, created_on)
    select 'prueba', state::pgboss.job_state, ${hourAgo}, ${hourAgo} from unnest('{created,failed}'::text[]) as state`.execute(
    db,
  );
  await sql`insert into mail (recipient, subject, body, message_id, created_at, next_attempt_at)
    values ('a@b.gob.ar', 'x', 'x', 'x', ${hourAgo}, ${hourAgo})`.execute(db);
  await sql`insert into installation (key, value, at)
    values ('audit.check', '{"findingCount": 2}', ${hourAgo}), ('backup.last', '{}', ${hourAgo}) on conflict (key) do nothing`.execute(
    db,
  );
});

test('alerts, dashboard and documentation name exactly the existing metrics', async () => {
  const text = await readMetrics();
  const existing = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!));
  // Only during or after a load.
  existing.add('campanero_load_rows_per_second');
  for (const file of FILES) {
    const named = [...(await readFile(file, 'utf8')).matchAll(/\bcampanero_\w+/g)].map(([name]) => name);
    const unknown = named.filter((name) => !existing.has(name.replace(/_(bucket|count|sum)$/, '')));
    expect(unknown, file).toEqual([]);
  }
  const documented = await readFile(FILES[2]!, 'utf8');
  expect([...existing].filter((name) => !documented.includes(name))).toEqual([]);
});

test('backlogs, failures and build info', async () => {
  const failures = (text: string) =>
    Number(/^campanero_system_failures_total\{system="storage"\} (\d+)$/m.exec(text)?.[1]);
  const before = failures(await readMetrics());
  countFailure('storage');
  const text = await readMetrics();
  expect(failures(text)).toBe(before + 1);
  expect(text).toMatch(/^campanero_jobs_oldest_seconds\{queue="prueba"\} 3600$/m);
  expect(text).toMatch(/^campanero_jobs_failed\{queue="prueba"\} 1$/m);
  expect(text).toMatch(/^campanero_mails_waiting 1$/m);
  expect(text).toMatch(/^campanero_mails_oldest_seconds 3600$/m);
  expect(text).toMatch(/^campanero_audit_findings 2$/m);
  expect(text).toMatch(/^campanero_backup_age_seconds 3600$/m);
  expect(text).toMatch(/^campanero_sockets 3$/m);
  expect(text).toMatch(/^campanero_system_failures_total\{system="forms"\} \d+$/m);
  expect(text).toMatch(/^campanero_build\{version="9\.8\.7",role="all"/m);
});

test.skipIf(findProgram('promtool') === undefined)('promtool accepts the rules', () => {
  expect(String(execFileSync(findProgram('promtool')!, ['check', 'rules', FILES[0]!]))).toContain('SUCCESS');
});
