import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placeData } from '../../src/db/embedded/place-data.ts';
import { kill, processesOf } from '../../src/db/embedded/processes.ts';
import { applicationUrl, ownerUrl } from '../../src/db/embedded/ensure-database.ts';
import { readOrCreateJwtSecret } from '../../src/process/jwt-secret.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

/** Enough for its own partition; FAULT_ROWS makes it shorter. */
const ROWS = Number(process.env['FAULT_ROWS'] ?? 600_000);
const KILLS = 5;
const REPEATED = 50;
const BROKEN = 100;

let dataDir: string;
let server: ServerProcess;
let url: string;
let headers: Record<string, string>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'campanero-load-faults-'));
  await chmod(dataDir, 0o711);
  await start();
});
afterEach(async () => {
  await endProcess(server);
  // The database of the killed server ends a moment later.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

async function start(): Promise<void> {
  server = startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_LIMIT: '1000000' });
  url = await server.ready;
  const body = JSON.stringify({ email: 'admin@demo.gob.ar', password: 'campanero-demo' });
  const reply = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { token } = (await reply.json()) as { token: string };
  headers = { authorization: `Bearer ${token}` };
}

const get = async <T>(path: string): Promise<T> => (await (await fetch(`${url}/api${path}`, { headers })).json()) as T;

/** Expected result, computed without the product: first rows of each number, without invalid ones. */
function aFile() {
  const lines = ['telefono;nombre;documento'];
  const numbers = new Set<number>();
  let rejected = 0;
  for (let row = 0; row < ROWS; row += 1) {
    const number = 3_410_000_000 + (row % REPEATED === REPEATED - 1 ? row - 10 : row);
    const isBroken = row % BROKEN === 3;
    if (isBroken) rejected += 1;
    else numbers.add(number);
    lines.push(`${isBroken ? 'x' : number};Persona ${row};${10_000_000 + row}`);
  }
  return { content: lines.join('\n'), loaded: numbers.size, rejected };
}

async function aCampaign(): Promise<number> {
  const [objective] = await get<{ id: number }[]>('/objective');
  const supervisors = await get<{ internals: { id: number }[] }>('/supervisor');
  const operators = await get<{ internals: { id: number }[] }>('/operator');
  const form = new FormData();
  form.set('name', 'Campaña con fallas');
  form.set('description', 'Se corta la luz');
  form.set('objectiveId', String(objective!.id));
  form.set('coordinatedBy', String(supervisors.internals[0]!.id));
  form.set('operators', String(operators.internals[0]!.id));
  form.set('external', '0');
  form.set('startDate', new Date(Date.now() - 3_600_000).toISOString());
  form.set('endDate', new Date(Date.now() + 86_400_000).toISOString());
  const reply = await fetch(`${url}/api/campaign`, { method: 'POST', headers, body: form });
  return ((await reply.json()) as { data: { id: number } }).data.id;
}

async function upload(id: number, content: string): Promise<number> {
  const form = new FormData();
  form.set('audience[]', new Blob([content], { type: 'text/csv' }), 'audiencia.csv');
  return (await fetch(`${url}/api/campaign/${id}/audience`, { method: 'POST', headers, body: form })).status;
}

interface Report {
  status: string;
  read: number;
  loaded: number;
  rejected: number;
}

async function untilOver(id: number, patienceMs: number): Promise<Report> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const report = await get<Report>(`/campaign/${id}/audience/load`).catch(() => null);
    if (report?.status && report.status !== 'RUNNING') return report;
    if (Date.now() > until)
      throw new Error(`the load did not end: ${JSON.stringify(report)}\n${server.output().slice(-3_000)}`);
    await pause(200);
  }
}

/** The load has read some rows. */
async function untilBegun(id: number): Promise<void> {
  await vi.waitFor(async () => expect((await get<Report>(`/campaign/${id}/audience/load`)).read).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 50,
  });
}

async function expectWhole(id: number, file: ReturnType<typeof aFile>) {
  const report = await untilOver(id, 10 * 60_000);
  expect(report).toMatchObject({ status: 'COMPLETED', read: ROWS, loaded: file.loaded, rejected: file.rejected });
  const page = await get<{ totalElementsCount: number }>(`/campaign/${id}/audience?pageNumber=0&pageSize=10`);
  expect(page.totalElementsCount).toBe(file.loaded);
  expect((await get<{ status: string }>(`/campaign/${id}`)).status).toBe('AUDIENCIA PROCESADA');
}

test('server killed repeatedly: after each start the load continues and completes', async () => {
  const file = aFile();
  const id = await aCampaign();
  expect(await upload(id, file.content)).toBe(202);
  for (let round = 0; round < KILLS; round += 1) {
    await pause(300 + Math.random() * 6_000);
    await endProcess(server);
    await start();
  }
  await expectWhole(id, file);
});

test('database killed repeatedly: the load completes', async () => {
  const file = aFile();
  const id = await aCampaign();
  expect(await upload(id, file.content)).toBe(202);
  for (let round = 0; round < KILLS; round += 1) {
    await pause(300 + Math.random() * 6_000);
    const { data } = await placeData(dataDir);
    for (const pid of await processesOf(data)) kill(pid, 'SIGKILL');
  }
  await expectWhole(id, file);
});

/** Child processes of running loads. */
async function loadersOf({ child }: ServerProcess): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    // Fields after the name in brackets: state, parent.
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) !== child.pid) continue;
    if ((await readFile(`/proc/${name}/cmdline`, 'utf8')).includes('load-program')) found.push(Number(name));
  }
  return found;
}
async function untilLoading(servers: readonly ServerProcess[]): Promise<{ by: ServerProcess; pid: number }> {
  for (;;) {
    for (const by of servers) {
      const [pid] = await loadersOf(by);
      if (pid !== undefined) return { by, pid };
    }
    await pause(50);
  }
}

test('a frozen load process is killed and restarted', async () => {
  const file = aFile();
  const id = await aCampaign();
  expect(await upload(id, file.content)).toBe(202);
  const { pid } = await untilLoading([server]);
  await untilBegun(id);
  process.kill(pid, 'SIGSTOP');
  await expectWhole(id, file);
});

test('a worker frozen with its load changes nothing when it wakes', async () => {
  const { socketDir } = await placeData(dataDir);
  const second = startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: applicationUrl(socketDir),
    DATABASE_OWNER_URL: ownerUrl(socketDir),
    JWT_SECRET: await readOrCreateJwtSecret(dataDir),
    SEED: 'demo',
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000',
  });
  try {
    const urls = new Map([
      [server, url],
      [second, await second.ready],
    ]);
    const file = aFile();
    const id = await aCampaign();
    expect(await upload(id, file.content)).toBe(202);
    const { by, pid } = await untilLoading([server, second]);
    await untilBegun(id);
    const frozen = [by.child.pid!, pid];
    for (const one of frozen) process.kill(one, 'SIGSTOP');
    const awake = by === server ? second : server;
    url = urls.get(awake)!;
    await expectWhole(id, file);
    for (const one of frozen) process.kill(one, 'SIGCONT');
    // Its process finds that the load was taken over, and ends.
    await vi.waitFor(async () => expect(await loadersOf(by)).toEqual([]), { timeout: 60_000, interval: 100 });
    await expectWhole(id, file);
  } finally {
    await endProcess(second);
  }
});
