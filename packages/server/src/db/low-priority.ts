import { readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const LOW = constants.priority.PRIORITY_BELOW_NORMAL;

/** Heavy work gets less processor time than the processes that answer requests. */
export async function lowerPriority(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  try {
    setPriority(pid, LOW);
    if (await isSessionLeader(pid)) await lowerGroup(pid);
  } catch {
    // It has ended already, or the system does not allow it: it keeps the priority it has.
  }
}

/**
 * The same for the process of PostgreSQL that serves a connection, if it runs on this machine: the connection is a socket file
 * and the process has the same number here.
 */
export async function lowerPriorityOfBackend(
  client: pg.ClientBase & { host?: string; processID?: number },
): Promise<void> {
  const { host, processID } = client;
  if (!host?.startsWith('/') || !processID) return;
  const program = await readFile(`/proc/${processID}/cmdline`, 'utf8').catch(() => '');
  if (program.startsWith('postgres:')) await lowerPriority(processID);
}

/** In /proc/<pid>/stat the session follows the name in brackets, the state, the parent and the group. */
async function isSessionLeader(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]) === pid;
}

const ATTEMPTS = 5;

/**
 * Linux gives every session the same share of the processor, and a priority counts only within its session (sched(7),
 * autogroup). Each process of PostgreSQL is a session of its own, so the session has to be lowered. The system allows this once
 * in a tenth of a second; one that has no such groups has no such file.
 */
async function lowerGroup(pid: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(LOW));
    } catch (error) {
      const isTooSoon = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (!isTooSoon || attempt === ATTEMPTS) throw error;
      await pause(120);
    }
  }
}
