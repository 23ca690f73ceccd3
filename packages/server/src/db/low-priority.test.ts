import { spawn } from 'node:child_process';
import { constants, getPriority } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { lowerPriorityOfBackend } from './low-priority.ts';

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
