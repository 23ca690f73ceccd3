import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type pg from 'pg';

/** Heavy work gets less processor time than the processes that answer requests. */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
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
  if (program.startsWith('postgres:')) lowerPriority(processID);
}
