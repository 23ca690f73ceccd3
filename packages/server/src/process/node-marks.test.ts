import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useWorld } from '../../test/app.ts';
import { checkNodes, compareNodes } from '../doctor/check-nodes.ts';
import { createDiskStore } from '../integrations/files/disk.ts';
import { verifyFiles } from '../verify/verify-files.ts';
import type { Deps } from '../work/context.ts';
import { createNodeTask } from './node-heartbeat.ts';

const world = useWorld();
let folder: string;
const warnings: string[] = [];
beforeEach(async () => {
  await world.forget();
  await sql`delete from server_node`.execute(world.db);
  folder = await mkdtemp(join(tmpdir(), 'campanero-marks-'));
  warnings.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
const withFiles = (name: string): Deps => ({ ...world.deps, log, files: createDiskStore(join(folder, name)) });
const withKey = (jwtSecret: string, deps = withFiles('shared')): Deps => ({
  ...deps,
  config: { ...deps.config, jwtSecret },
});

/** Each node checks twice in turn: the second time it sees the files of the others. */
async function run(nodes: Record<string, Deps>) {
  const tasks = Object.entries(nodes).map(([name, deps]) => ({
    name,
    deps,
    task: createNodeTask({ name, look: async () => [] }),
  }));
  const looks = async (name: string) => {
    const { rows } = await sql<{
      at: Date | null;
    }>`select looked_at as at from server_node where name = ${name}`.execute(world.db);
    return rows[0]?.at?.getTime() ?? 0;
  };
  for (let round = 0; round < 2; round += 1)
    for (const { name, deps, task } of tasks) {
      const before = await looks(name);
      await sql`update server_node set check_requested = true where name = ${name}`.execute(world.db);
      await task.run(deps, new AbortController().signal);
      await vi.waitFor(async () => expect(await looks(name)).toBeGreaterThan(before));
    }
  return tasks;
}

const findingsOf = async (name: string) => {
  const { rows } = await sql<{ findings: { about: string; says: string }[] }>`
    select findings from server_node where name = ${name}`.execute(world.db);
  return rows[0]!.findings.map(({ about, says }) => `${about}: ${says}`);
};

test('nodes with the same key and storage find nothing and leave no file', async () => {
  const deps = withFiles('shared');
  const tasks = await run({ 'uno:1': deps, 'dos:2': deps });
  expect(await findingsOf('uno:1')).toEqual([]);
  expect(await verifyFiles(deps)).toEqual({ count: 2, findings: [] });
  for (const { task } of tasks) await task.end(deps);
  expect(await verifyFiles(deps)).toEqual({ count: 0, findings: [] });
});

test('names the node with another key, also in the log', async () => {
  await run({ 'uno:1': withKey('a'.repeat(32)), 'dos:2': withKey('a'.repeat(32)), 'tres:3': withKey('b'.repeat(32)) });
  for (const name of ['uno:1', 'dos:2', 'tres:3'])
    expect(await findingsOf(name)).toEqual(['JWT_SECRET: no es el mismo en todos los nodos: difiere en tres:3']);
  expect(warnings.join('')).toContain('difiere en tres:3');
  expect(warnings.join('')).not.toContain('bbbb');
});

test('names the node with its own storage', async () => {
  const shared = withFiles('shared');
  await run({ 'uno:1': shared, 'dos:2': withFiles('own'), 'tres:3': shared });
  expect(await findingsOf('tres:3')).toEqual([
    'Archivos compartidos: los nodos no ven los mismos archivos: difiere dos:2',
  ]);
});

test('with two nodes neither is blamed', () => {
  const marks = [
    { name: 'uno:1', keyMark: 'x', unreadMarks: ['dos:2'] },
    { name: 'dos:2', keyMark: 'y', unreadMarks: ['uno:1', 'gone:9'] },
  ];
  expect(compareNodes(marks).map(({ says }) => says)).toEqual([
    'no es el mismo en todos los nodos: difiere en dos:2, uno:1',
    'los nodos no ven los mismos archivos: difiere dos:2, uno:1',
  ]);
});

test('unreachable storage gives no finding about sharing', async () => {
  const deps = withFiles('shared');
  await run({ 'uno:1': deps, 'dos:2': deps });
  const away: Deps = { ...deps, files: { ...deps.files, exists: () => Promise.reject(new Error('away')) } };
  await run({ 'uno:1': deps, 'dos:2': away });
  expect(await findingsOf('dos:2')).toEqual([]);
});

test('the doctor compares its settings with running nodes', async () => {
  const deps = withKey('a'.repeat(32));
  await run({ 'uno:1': deps });
  const dataDir = join(folder, 'elsewhere');
  const other = { ...deps.config, dataDir, storageUrl: undefined, jwtSecret: 'b'.repeat(32) };
  expect((await checkNodes(other)).map(({ says }) => says)).toEqual([
    'tienen otro JWT_SECRET que estos ajustes: uno:1',
    'con estos ajustes no se ven los archivos de uno:1',
  ]);
  const same = { ...deps.config, storageUrl: `file://${join(folder, 'shared')}` };
  expect(await checkNodes(same)).toMatchObject([{ state: 'well' }]);
});
