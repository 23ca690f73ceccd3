import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kill } from '../../src/db/embedded/processes.ts';
import { ask, holdPostgres, untilGone, untilWorks, type Holder } from './postgres-holder.ts';

const WRITERS = 50;
const KILLS_OF_EACH = 10;

let dataDir: string;
let data: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'campanero-faults-'));
  await chmod(dataDir, 0o711);
  data = join(dataDir, 'postgres', 'data');
});

afterEach(async () => {
  await untilGone(data, 20_000);
  await rm(dataDir, { recursive: true, force: true });
});

// Acknowledged rows survive any kill, and no process is left.
test('50 writers, ten kill -9 of the server and ten of PostgreSQL: no acknowledged row is lost', async () => {
  let holder: Holder = await holdPostgres(dataDir);
  await ask(holder.url, 'create table written (writer int, n int, primary key (writer, n))');
  const pool = new pg.Pool({ connectionString: holder.url, max: WRITERS, connectionTimeoutMillis: 2_000 });
  pool.on('error', () => {});
  const acknowledged = Array.from({ length: WRITERS }, () => 0);
  const stopped = new AbortController();
  const write = async (writer: number) => {
    for (let n = 1; !stopped.signal.aborted;) {
      try {
        // Repeating an insert whose answer was lost adds no second row.
        await pool.query('insert into written values ($1, $2) on conflict do nothing', [writer, n]);
        acknowledged[writer] = n++;
      } catch {
        await sleep(20);
      }
    }
  };
  const writers = acknowledged.map((_, writer) => write(writer));

  const victims = Array.from({ length: KILLS_OF_EACH }, () => ['server', 'postgres'] as const).flat();
  for (const victim of victims) {
    await sleep(500 + Math.random() * 2_500);
    if (victim === 'server') {
      await holder.kill9();
      if (Math.random() < 0.5) await untilGone(data, 15_000);
      holder = await holdPostgres(dataDir);
    } else {
      kill(Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL');
    }
    const startedAt = Date.now();
    await untilWorks(() => ask(holder.url, 'select 1'), 15_000);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  }
  const soFar = [...acknowledged];
  await expect.poll(() => acknowledged.every((n, writer) => n > soFar[writer]!), { timeout: 60_000 }).toBe(true);
  stopped.abort();
  await Promise.all(writers);
  await pool.end();

  const rows = await ask<{ writer: number; rows: number; last: number }>(
    holder.url,
    'select writer, count(*)::int as rows, max(n) as last from written group by writer order by writer',
  );
  // At most one row more per writer: stored, but its answer lost.
  const lost = rows.filter(({ writer, rows: count }) => count < (acknowledged[writer] ?? 0));
  expect(lost).toEqual([]);
  expect(rows.every(({ rows: count, last }) => count === last)).toBe(true);
  expect(rows).toHaveLength(WRITERS);
  expect(await holder.end()).toBe(0);
});

test('backends in a long statement do not block the restart of a killed PostgreSQL', async () => {
  const holder = await holdPostgres(dataDir);
  const busy = ask(holder.url, 'select count(*) from generate_series(1, 2000000000)').catch(() => 'cut off');
  const running =
    "select from pg_stat_activity where state = 'active' and query like '%generate_series%' and pid <> pg_backend_pid()";
  await expect.poll(async () => (await ask(holder.url, running)).length, { timeout: 20_000 }).toBe(1);
  kill(holder.postgresPid, 'SIGKILL');
  await untilWorks(() => ask(holder.url, 'select 1'), 10_000);
  expect(await busy).toBe('cut off');
  expect(await holder.end()).toBe(0);
});
