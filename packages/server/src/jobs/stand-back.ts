import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type pg from 'pg';

/** Whoever answers people comes first. */
export function standBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us: then it is a process like others.
  }
}

/**
 * The same for the process of PostgreSQL that serves a connection, where that is on this machine: reached by a socket, and
 * known here under the same number.
 */
export async function standBackBehind(client: pg.ClientBase & { host?: string; processID?: number }): Promise<void> {
  const { host, processID } = client;
  if (!host?.startsWith('/') || !processID) return;
  const program = await readFile(`/proc/${processID}/cmdline`, 'utf8').catch(() => '');
  if (program.startsWith('postgres:')) standBack(processID);
}
