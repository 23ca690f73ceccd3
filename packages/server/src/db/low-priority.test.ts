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

// A server elsewhere has no process here.
const isHere = new URL(inject('testAdminUrl')).searchParams.get('host')?.startsWith('/') ?? false;

test.runIf(isHere)('the process of PostgreSQL behind a socket gets a lower priority', async () => {
  expect(getPriority(client.processID)).toBe(0);
  await lowerPriorityOfBackend(client);
  expect(getPriority(client.processID)).toBe(LOWER);
});

/** "/autogroup-25 nice 0" */
const groupNice = (pid: number | string) =>
  Number(readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim().split(' ').at(-1));
const hasGroups = existsSync('/proc/self/autogroup');

test.runIf(isHere && hasGroups)('so does its session, which is what counts between sessions', async () => {
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

test.runIf(hasGroups)('a process in the session of others does not lower them', async () => {
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

test('a process that is not PostgreSQL is left alone', async () => {
  const other = spawn('sleep', ['60']);
  try {
    await lowerPriorityOfBackend({ host: client.host, processID: other.pid } as unknown as pg.ClientBase);
    expect(getPriority(other.pid)).toBe(0);
  } finally {
    other.kill();
  }
});

test.runIf(isHere)('so is one of a database that is not known to be on this machine', async () => {
  const second = new pg.Client({ connectionString: inject('testAdminUrl') }) as typeof client;
  await second.connect();
  try {
    await lowerPriorityOfBackend({ host: 'database.example', processID: second.processID } as unknown as pg.ClientBase);
    expect(getPriority(second.processID)).toBe(0);
  } finally {
    await second.end();
  }
});
