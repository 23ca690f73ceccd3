import { expect, test } from 'vitest';
import { REQUIRED_SETTINGS } from '../../doctor/check-database.ts';
import { SESSION_SETTINGS } from '../session.ts';
import { connectionRules, serverSettings } from './settings.ts';

const MACHINE = 'sized for this machine; deploy.md advises for an external server';
const REACHED = 'how only this process reaches it';
const DEFAULT = 'PostgreSQL has the same default';
const OWN_LOG = 'the format and amount of its own log';
const SPEED = 'makes it faster or its recovery shorter; nothing depends on it';

/** Settings of the embedded server only, with the reason. */
const ONLY_EMBEDDED: Record<string, string> = {
  listen_addresses: REACHED,
  unix_socket_directories: REACHED,
  unix_socket_permissions: REACHED,
  port: REACHED,
  cluster_name: REACHED,
  max_connections: 'asked for by look-at-database.ts',
  shared_buffers: MACHINE,
  effective_cache_size: MACHINE,
  maintenance_work_mem: MACHINE,
  max_worker_processes: DEFAULT,
  max_parallel_workers: MACHINE,
  max_parallel_workers_per_gather: DEFAULT,
  max_parallel_maintenance_workers: MACHINE,
  max_logical_replication_workers: MACHINE,
  io_method: MACHINE,
  wal_level: DEFAULT,
  min_wal_size: SPEED,
  wal_init_zero: SPEED,
  checkpoint_timeout: DEFAULT,
  recovery_init_sync_method: SPEED,
  autovacuum_naptime: SPEED,
  autovacuum_vacuum_scale_factor: SPEED,
  autovacuum_analyze_scale_factor: SPEED,
  log_timezone: OWN_LOG,
  lc_messages: OWN_LOG,
  log_min_messages: OWN_LOG,
  log_checkpoints: OWN_LOG,
  log_autovacuum_min_duration: OWN_LOG,
  log_line_prefix: OWN_LOG,
  log_min_error_statement: 'the texts of our statements have no values in them',
  log_parameter_max_length: 'only matters with log_statement or log_min_duration_statement, which are asked for',
  log_parameter_max_length_on_error: DEFAULT,
};

test('each setting is set by sessions, checked by the doctor, or embedded only', () => {
  const text = serverSettings({ socketDir: '/run/campanero', throwaway: false });
  const given = new Map(
    [...text.matchAll(/^(\w+) = '(.*)'$/gm)].map(([, name = '', value = '']) => [name, value] as const),
  );
  const classified = [SESSION_SETTINGS, REQUIRED_SETTINGS, ONLY_EMBEDDED].flatMap((group) => Object.keys(group));
  expect([...given.keys()].toSorted()).toEqual(classified.toSorted());
  for (const [name, value] of Object.entries(SESSION_SETTINGS)) expect(given.get(name)).toBe(value);
});

test('the embedded database passes the checks of the doctor', () => {
  const text = serverSettings({ socketDir: '/run/campanero', throwaway: false }).replace("'4GB'", "'4096'");
  for (const [name, { isMet }] of Object.entries(REQUIRED_SETTINGS))
    expect([name, isMet(new RegExp(`^${name} = '(.*)'$`, 'm').exec(text)?.[1] ?? '')]).toEqual([name, true]);
});

test('TCP only with BI_PORT, on this machine, for the login of reports', () => {
  const given = (biPort?: number) => serverSettings({ socketDir: '/run/campanero', throwaway: false, biPort });
  expect(given()).toContain("listen_addresses = ''\n");
  expect(given()).toContain("port = '5432'\n");
  expect(given(5433)).toContain("listen_addresses = '127.0.0.1'\n");
  expect(given(5433)).toContain("port = '5433'\n");
  const linesOf = (rules: string) => rules.split('\n').filter((line) => /^\w/.test(line));
  expect(linesOf(connectionRules())).toEqual(['local all all peer map=campanero']);
  expect(linesOf(connectionRules(5433))).toEqual([
    'local all all peer map=campanero',
    'host campanero campanero_bi 127.0.0.1/32 scram-sha-256',
  ]);
});
