import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chooseAccount, type Account } from '../../src/db/embedded/account.ts';
import { freePorts } from './free-ports.ts';
import { findProgram } from './installed-programs.ts';
import { ask, untilWorks } from './postgres-holder.ts';

export interface InstalledPostgres {
  account: Account;
  /** Its own, of that account. */
  folder: string;
  port: number;
  url(database: string): string;
  stop(): Promise<void>;
}

/** The PostgreSQL that packages of this machine brought, as an external one: empty, on a free port, gone afterwards. */
export async function startInstalledPostgres(): Promise<InstalledPostgres> {
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
  const postgres = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, '-c', 'fsync=off'],
    as,
  );
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  await untilWorks(() => ask(url('postgres'), 'create database campanero'), 30_000);
  return {
    account,
    folder,
    port,
    url,
    stop: async () => {
      postgres.kill('SIGQUIT');
      await once(postgres, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
