import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

/** FAULT_ROWS makes it shorter. */
const ROWS = Number(process.env['FAULT_ROWS'] ?? 300_000);
const run = promisify(execFile);

let dataDir: string;
let smallDisk: string;
let server: ServerProcess;
let url: string;
let headers: Record<string, string>;
let campaignId: number;

/** No SMTP server: exports end and notify anyway. */
async function start(more: Record<string, string> = {}): Promise<void> {
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_LIMIT: '1000000', SMTP_URL: 'smtp://127.0.0.1:1' };
  server = startProcess({ ...env, ...more });
  url = await server.ready;
  const body = JSON.stringify({ email: 'coordinador@demo.gob.ar', password: 'campanero-demo' });
  const json = { 'content-type': 'application/json' };
  const reply = await fetch(`${url}/api/login`, { method: 'POST', headers: json, body });
  const { token } = (await reply.json()) as { token: string };
  headers = { authorization: `Bearer ${token}` };
}

const get = async <T>(path: string): Promise<T> => (await (await fetch(`${url}/api${path}`, { headers })).json()) as T;

/** A running campaign with that many loaded calls, one of them assigned. */
async function aCampaign(): Promise<number> {
  const [objective] = await get<{ id: number }[]>('/objective');
  const supervisors = await get<{ internals: { id: number }[] }>('/supervisor');
  const operators = await get<{ internals: { id: number }[] }>('/operator');
  const operator = operators.internals[0]!.id;
  const form = new FormData();
  const fields = {
    name: 'Campaña que se exporta',
    description: 'Se corta la luz',
    objectiveId: String(objective!.id),
    coordinatedBy: String(supervisors.internals[0]!.id),
    operators: String(operator),
    external: '0',
    startDate: new Date(Date.now() - 3_600_000).toISOString(),
    endDate: new Date(Date.now() + 86_400_000).toISOString(),
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const created = await fetch(`${url}/api/campaign`, { method: 'POST', headers, body: form });
  const { id } = ((await created.json()) as { data: { id: number } }).data;
  const lines = Array.from({ length: ROWS }, (_, row) => `${3_410_000_000 + row};Persona ${row};${10_000_000 + row}`);
  const files = new FormData();
  const content = ['telefono;nombre;documento', ...lines].join('\n');
  files.set('audience[]', new Blob([content], { type: 'text/csv' }), 'audiencia.csv');
  await fetch(`${url}/api/campaign/${id}/audience`, { method: 'POST', headers, body: files });
  for (let status = ''; status !== 'AUDIENCIA PROCESADA'; await pause(300))
    ({ status } = await get<{ status: string }>(`/campaign/${id}`));
  await fetch(`${url}/api/campaign/${id}/audience`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ operators: [operator], amount: 1 }),
  });
  return id;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'campanero-export-faults-'));
  smallDisk = join(dataDir, 'small');
  await chmod(dataDir, 0o711);
  await start();
  campaignId = await aCampaign();
});
afterAll(async () => {
  await endProcess(server);
  await run('umount', [smallDisk]).catch(() => {});
  await rm(dataDir, { recursive: true, force: true });
});

interface Detail {
  status: string;
  progress: number;
  rows: number;
  failure: string | null;
}
const detailOf = (id: string) => get<Detail>(`/export/${id}/status`);

async function request(): Promise<string> {
  const reply = await fetch(`${url}/api/campaign/${campaignId}/export/audience`, { headers });
  expect(reply.status).toBe(202);
  return ((await reply.json()) as { id: string }).id;
}

async function until(id: string, reached: (detail: Detail) => boolean): Promise<Detail> {
  const patience = Date.now() + 5 * 60_000;
  for (;;) {
    const detail = await detailOf(id).catch(() => undefined);
    if (detail && reached(detail)) return detail;
    if (Date.now() > patience)
      throw new Error(`not reached: ${JSON.stringify(detail)}\n${server.output().slice(-3_000)}`);
    await pause(50);
  }
}
const isOver = ({ status }: Detail) => status !== 'PENDING' && status !== 'RUNNING';

/** Every line once and in order, the last one complete. */
async function expectWhole(id: string): Promise<void> {
  expect(await until(id, isOver)).toMatchObject({ status: 'COMPLETED', rows: ROWS });
  const text = await (await fetch(`${url}/api/export/${id}`, { headers })).text();
  const lines = text.split('\r\n');
  expect(lines).toHaveLength(ROWS + 2);
  expect(lines.at(-1)).toBe('');
  const numbers = lines.slice(1, -1).map((line) => Number(line.split(';', 1)[0]));
  expect(numbers.every((number, row) => number === 3_410_000_000 + row)).toBe(true);
  const { notifications } = await get<{ notifications: { exportId: string | null }[] }>('/notification');
  expect(notifications.filter(({ exportId }) => exportId === id)).toHaveLength(1);
}

/** Child processes of running exports. */
async function exportersOf({ child }: ServerProcess): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    // Fields after the name in brackets: state, parent.
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) !== child.pid) continue;
    if ((await readFile(`/proc/${name}/cmdline`, 'utf8')).includes('export-program')) found.push(Number(name));
  }
  return found;
}

test.each([0.1, 0.5, 0.9])('server killed at %d of an export: the next start makes it once', async (part) => {
  const id = await request();
  const reached = await until(id, (detail) => detail.progress >= part || isOver(detail));
  expect(reached.failure).toBeNull();
  await endProcess(server);
  await start();
  await expectWhole(id);
});

test.each(['SIGKILL', 'SIGSTOP'] as const)('export process gets %s: it is restarted', async (signal) => {
  const id = await request();
  const reached = await until(id, (detail) => detail.progress >= 0.3 || isOver(detail));
  expect(reached.failure).toBeNull();
  for (const pid of await exportersOf(server)) process.kill(pid, signal);
  await expectWhole(id);
});

test('a full disk fails the export with a message and leaves nothing; with space it succeeds', async ({ skip }) => {
  await mkdir(smallDisk, { recursive: true });
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', smallDisk]).then(
    () => true,
    () => false,
  );
  if (!isMounted) return skip('only root can make a small disk');
  await endProcess(server);
  await start({ STORAGE_URL: `file://${smallDisk}` });
  const id = await request();
  expect(await until(id, isOver)).toMatchObject({
    status: 'ERROR',
    failure: 'No hay espacio en el servidor para guardar la exportación. Avise al soporte.',
  });
  expect(await readdir(join(smallDisk, 'incoming'))).toEqual([]);
  await run('mount', ['-o', 'remount,size=400m', smallDisk]);
  await expectWhole(await request());
  return undefined;
});
