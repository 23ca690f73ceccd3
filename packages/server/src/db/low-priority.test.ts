import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { lowerPriority, lowerPriorityOfBackend } from './low-priority.ts';

const LOWER = constants.priority.PRIORITY_BELOW_NORMAL;
const client = new pg.Client({ connectionString: inject('testAdminUrl') }) as pg.Client & {
  host: string;
  processID: number;
};
beforeAll(() => client.connect());
afterAll(() => client.end());

// A remote server has no local process.
const isHere = new URL(inject('testAdminUrl')).searchParams.get('host')?.startsWith('/') ?? false;

test.runIf(isHere)('lowers the priority of a backend behind a unix socket', async () => {
  expect(getPriority(client.processID)).toBe(0);
  await lowerPriorityOfBackend(client);
  expect(getPriority(client.processID)).toBe(LOWER);
});

/** "/autogroup-25 nice 0" */
const groupNice = (pid: number | string) =>
  Number(readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim().split(' ').at(-1));
const hasGroups = existsSync('/proc/self/autogroup');

test.runIf(isHere && hasGroups)('lowers its autogroup', async () => {
  const second = new pg.Client({ connectionString: inject('testAdminUrl') }) as typeof client;
  await second.connect();
  try {
    expect(groupNice(second.processID)).toBe(0);
    await lowerPriorityOfBackend(second);
    expect(groupNice(second.processID)).toBe(LOWER);
  } finally {
    await second.end();
  }
});

test.runIf(hasGroups)('does not lower the session of other processes', async () => {
  const before = groupNice('self');
  const other = spawn('sleep', ['60']);
  try {
    await lowerPriority(other.pid);
    expect(getPriority(other.pid)).toBe(LOWER);
    expect(groupNice('self')).toBe(before);
  } finally {
    other.kill();
  }
});

test('ignores a process that is not PostgreSQL', async () => {
  const other = spawn('sleep', ['60']);
  try {
    await lowerPriorityOfBackend({ host: client.host, processID: other.pid } as unknown as pg.ClientBase);
    expect(getPriority(other.pid)).toBe(0);
  } finally {
    other.kill();
  }
});

test.runIf(isHere)('ignores a database that may be remote', async () => {
  const second = new pg.Client({ connectionString: inject('testAdminUrl') }) as typeof client;
  await second.connect();
  try {
    await lowerPriorityOfBackend({ host: 'database.example', processID: second.processID } as unknown as pg.ClientBase);
    expect(getPriority(second.processID)).toBe(0);
  } finally {
    await second.end();
  }
});
