import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseAccount, type Account } from '../../src/db/embedded/account.ts';
import { freePorts } from './free-ports.ts';
import { findProgram, missingPrograms } from './installed-programs.ts';
import { ask, untilWorks } from './postgres-holder.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const isMissing = missingPrograms(['pgbouncer', 'pg_controldata']).length > 0;

let account: Account;
let folder: string;
let postgres: ChildProcess;
let port: number;
let poolPort: number;
const started: ChildProcess[] = [];

const run = (program: string, args: string[]): ChildProcess => {
  const child = spawn(program, args, { ...account.identity, cwd: folder, stdio: 'ignore' });
  started.push(child);
  return child;
};
const at = (where: number, database: string) => `postgres://postgres@127.0.0.1:${where}/${database}`;

beforeAll(async () => {
  if (isMissing) return;
  account = await chooseAccount(undefined);
  folder = await mkdtemp(join(tmpdir(), 'campanero-pgbouncer-'));
  await chmod(folder, 0o700);
  await chown(folder, account.uid, account.gid);
  [port, poolPort] = (await freePorts(2)) as [number, number];
  const programs = dirname(findProgram('pg_controldata')!);
  const data = join(folder, 'data');
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...account.identity,
    cwd: folder,
    stdio: 'ignore',
  });
  postgres = run(join(programs, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, '-c', 'fsync=off']);
  await untilWorks(() => ask(at(port, 'postgres'), 'create database campanero'), 30_000);
});
afterAll(async () => {
  for (const child of started.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill(child === postgres ? 'SIGQUIT' : 'SIGKILL');
    await once(child, 'exit');
  }
  if (!isMissing) await rm(folder, { recursive: true, force: true });
});

/** Starts the pool with these settings, then the product behind it; ends both afterwards. */
async function behindPool(settings: string, use: (server: ServerProcess) => Promise<void>): Promise<void> {
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(join(folder, 'users'), '"postgres" ""\n');
  await writeFile(
    file,
    `[databases]\ncampanero = host=127.0.0.1 port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${poolPort}
auth_type = trust\nauth_file = ${folder}/users\ndefault_pool_size = 80\nunix_socket_dir =\n${settings}\n`,
  );
  const pool = run(findProgram('pgbouncer')!, [file]);
  await untilWorks(() => ask(at(poolPort, 'campanero'), 'select 1'), 20_000);
  const server = startProcess({
    DATABASE_URL: at(poolPort, 'campanero'),
    JWT_SECRET: 'a-secret-for-tests-that-is-long-enough',
    DATA_DIR: folder,
    SEED: 'base',
    ADMIN_EMAIL: 'admin@prueba.gob.ar',
    LOG_LEVEL: 'warn',
  });
  try {
    await use(server);
  } finally {
    await endProcess(server);
    pool.kill('SIGKILL');
    await once(pool, 'exit');
  }
}

const IGNORED = 'ignore_startup_parameters = options, statement_timeout, idle_in_transaction_session_timeout';

test.skipIf(isMissing)('sessions lent for single transactions: refused at the start, with what to do', () =>
  behindPool(`pool_mode = transaction\n${IGNORED}`, async (server) => {
    expect(await server.exit).toBe(1);
    expect(server.output()).toContain('use pool_mode = session');
  }),
);

test.skipIf(isMissing)('a pool that does not let the settings of the start pass: the same', () =>
  behindPool('pool_mode = session', async (server) => {
    expect(await server.exit).toBe(1);
    expect(server.output()).toContain('ignore_startup_parameters');
  }),
);

test.skipIf(isMissing)('whole sessions, as the documentation says: it starts and is ready', () =>
  behindPool(`pool_mode = session\n${IGNORED}`, async (server) => {
    const reply = await fetch(`${await server.ready}/api/ready`);
    expect(reply.status).toBe(200);
  }),
);
