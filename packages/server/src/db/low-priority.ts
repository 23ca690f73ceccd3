import { readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const LOW = constants.priority.PRIORITY_BELOW_NORMAL;

/** Less CPU time than for the processes that answer requests. */
export async function lowerPriority(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  try {
    setPriority(pid, LOW);
    if (await isSessionLeader(pid)) await lowerGroup(pid);
  } catch {
    // Ended already, or not permitted: keeps its priority.
  }
}

/** For the backend of a connection, if it runs on this machine: a unix socket, and a local process with that pid. */
export async function lowerPriorityOfBackend(client: pg.ClientBase & { host?: string; processID?: number }) {
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

/** With autogroups (sched(7)) a priority counts within its session only, and each backend is one. Allowed once in 0.1 s. */
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
