import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chooseAccount, type SystemAccount } from '../../src/db/embedded/account.ts';
import { freePorts } from './free-ports.ts';
import { findProgram } from './installed-programs.ts';
import { ask, untilWorks } from './postgres-holder.ts';

export interface InstalledPostgres {
  account: SystemAccount;
  /** Folder of that account. */
  folder: string;
  /** Data folder of the cluster. */
  data: string;
  port: number;
  url(database: string): string;
  /** Restarts it on another cluster of the same folder. */
  restartOn(data: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The PostgreSQL installed by packages, as an external server: empty, on a free port, removed afterwards. `settings` are
 * lines of its configuration.
 */
export async function startInstalledPostgres(
  settings: (folder: string) => string[] = () => [],
): Promise<InstalledPostgres> {
  const account = await chooseAccount(undefined);
  const folder = await mkdtemp(join(tmpdir(), 'campanero-installed-'));
  await chmod(folder, 0o700);
  await chown(folder, account.uid, account.gid);
  const [port = 0] = await freePorts(1);
  const programs = dirname(findProgram('pg_controldata')!);
  const data = join(folder, 'data');
  const as = { ...account.identity, cwd: folder, stdio: 'ignore' } as const;
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    as,
  );
  await appendFile(join(data, 'postgresql.conf'), ['', 'fsync = off', ...settings(folder), ''].join('\n'));
  const start = (cluster: string) =>
    spawn(join(programs, 'postgres'), ['-D', cluster, '-p', String(port), '-k', folder], as);
  let postgres = start(data);
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    postgres.kill(signal);
    await once(postgres, 'exit');
  };
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  await untilWorks(() => ask(url('postgres'), 'create database campanero'), 30_000);
  return {
    account,
    folder,
    data,
    port,
    url,
    restartOn: async (cluster) => {
      await end('SIGINT');
      postgres = start(cluster);
    },
    stop: async () => {
      await end('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
