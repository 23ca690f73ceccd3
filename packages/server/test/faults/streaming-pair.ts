import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseAccount } from '../../src/db/embedded/account.ts';
import { findBinaries } from '../../src/db/embedded/binaries.ts';
import { kill, processesOf } from '../../src/db/embedded/processes.ts';
import { freePorts } from './free-ports.ts';
import { ask, untilGone, untilWorks } from './postgres-holder.ts';

/** A replica cancels reads that delay replay for this long. */
const CONFLICT_MS = 200;

export interface StreamingPair {
  url: string;
  replicaUrl: string;
  /** Signals every process of the replica. */
  signalReplica(signal: NodeJS.Signals): Promise<void>;
  /** After it was killed. */
  startReplica(): Promise<void>;
  /** Statements of the replica, with their application_name. */
  replicaLog(): Promise<string>;
  stop(): Promise<void>;
}

/** Two embedded PostgreSQL servers on TCP ports: the second is a standby of the first. */
export async function startPair(): Promise<StreamingPair> {
  const account = await chooseAccount(undefined);
  const folder = await mkdtemp(join(tmpdir(), 'campanero-replica-'));
  await chmod(folder, 0o755);
  const home = join(folder, 'servers');
  await mkdir(home, { mode: 0o755 });
  await chown(home, account.uid, account.gid);
  const binaries = join(await findBinaries(account, folder), 'bin');
  const asAccount = { ...account.identity, cwd: home, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } };
  const run = (program: string, args: string[]) => execFileSync(program, args, { ...asAccount, stdio: 'ignore' });
  const [data, copy] = [join(home, 'primary'), join(home, 'replica')];
  run(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  // Copied before its first start; later changes are streamed.
  run('cp', ['-a', data, copy]);
  run('touch', [join(copy, 'standby.signal')]);
  const [port, replicaPort] = (await freePorts(2)) as [number, number];
  const logFile = join(folder, 'replica.log');
  const start = (where: string, at: number, settings: string[], output: 'ignore' | number = 'ignore'): ChildProcess =>
    spawn(
      join(binaries, 'postgres'),
      ['-D', where, '-p', String(at), '-k', home, '-c', 'fsync=off', '-c', 'max_connections=150', ...settings],
      { ...asAccount, stdio: ['ignore', output, output] },
    );
  const urlOf = (at: number) => `postgres://postgres@127.0.0.1:${at}/postgres`;
  const primary = start(data, port, []);
  const startReplica = async () => {
    start(
      copy,
      replicaPort,
      [
        `primary_conninfo=host=127.0.0.1 port=${port} user=postgres`,
        `max_standby_streaming_delay=${CONFLICT_MS}ms`,
        'log_statement=all',
        'log_line_prefix=%a: ',
      ].flatMap((setting) => ['-c', setting]),
      openSync(logFile, 'a'),
    );
    await untilWorks(() => ask(urlOf(replicaPort), 'select 1'), 30_000);
  };
  await untilWorks(() => ask(urlOf(port), 'select 1'), 30_000);
  await startReplica();
  const signalReplica = async (signal: NodeJS.Signals) => {
    for (const pid of await processesOf(copy)) kill(pid, signal);
    if (signal === 'SIGKILL') await untilGone(copy, 10_000);
  };
  return {
    url: urlOf(port),
    replicaUrl: urlOf(replicaPort),
    signalReplica,
    startReplica,
    replicaLog: () => readFile(logFile, 'utf8'),
    stop: async () => {
      await signalReplica('SIGKILL');
      primary.kill('SIGQUIT');
      await once(primary, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
