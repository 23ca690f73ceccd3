import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../src/db/client.ts';
import { findPoolShortage, refuseSharedSessions } from '../../src/process/check-sessions.ts';
import { runDoctor } from './run-doctor.ts';
import { freePorts } from './free-ports.ts';
import { findProgram, missingPrograms } from './installed-programs.ts';
import { startInstalledPostgres, type InstalledPostgres } from './installed-postgres.ts';
import { ask, untilWorks } from './postgres-holder.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const isMissing = missingPrograms(['pgbouncer', 'pg_controldata']).length > 0;

let postgres: InstalledPostgres;
beforeAll(async () => {
  if (!isMissing) postgres = await startInstalledPostgres();
});
afterAll(() => postgres?.stop());

interface Pool {
  url: string;
  kill(): Promise<void>;
}

/** A new PgBouncer without server connections. */
async function startPool(settings: string): Promise<Pool> {
  const { account, folder, port } = postgres;
  const [poolPort] = await freePorts(1);
  const url = `postgres://postgres@127.0.0.1:${poolPort}/campanero`;
  const file = join(folder, `pgbouncer-${poolPort}.ini`);
  await writeFile(join(folder, 'users'), '"postgres" ""\n');
  await writeFile(
    file,
    `[databases]\ncampanero = host=127.0.0.1 port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${poolPort}
auth_type = trust\nadmin_users = postgres\nauth_file = ${folder}/users\nunix_socket_dir =\n${settings}\n`,
  );
  const pool = spawn(findProgram('pgbouncer')!, [file], { ...account.identity, cwd: folder, stdio: 'ignore' });
  const kill = async () => {
    pool.kill('SIGKILL');
    await once(pool, 'exit');
  };
  await untilWorks(() => ask(url.replace('campanero', 'pgbouncer'), 'show version'), 20_000).catch(async (error) => {
    await kill();
    throw error;
  });
  return { url, kill };
}

/** Starts PgBouncer and the product behind it; ends both afterwards. */
async function behindPool(
  settings: string,
  use: (server: ServerProcess, poolUrl: string) => Promise<void>,
): Promise<void> {
  const pool = await startPool(settings);
  const server = startProcess({
    DATABASE_URL: pool.url,
    JWT_SECRET: 'a-secret-for-tests-that-is-long-enough',
    DATA_DIR: postgres.folder,
    SEED: 'base',
    ADMIN_EMAIL: 'admin@prueba.gob.ar',
    LOG_LEVEL: 'warn',
  });
  try {
    await use(server, pool.url);
  } finally {
    await endProcess(server);
    await pool.kill();
  }
}

/** Constant queries, so that server connections are handed around. */
function keepBusy(url: string, count: number): () => Promise<void> {
  const over = new AbortController();
  const work = Array.from({ length: count }, async () => {
    const client = new pg.Client(url);
    client.on('error', () => {});
    await client.connect();
    while (!over.signal.aborted) await client.query('select pg_sleep(random() / 200)');
    await client.end();
  });
  return async () => {
    over.abort();
    await Promise.all(work);
  };
}

/** Attempts as on start; returns how many were refused. */
async function countRefused(tries: number, url: string): Promise<number> {
  let refused = 0;
  for (let n = 0; n < tries; n += 1)
    await refuseSharedSessions(url).catch((error: Error) => {
      if (!error.message.includes('use pool_mode = session')) throw error;
      refused += 1;
    });
  return refused;
}

const TRANSACTION = 'pool_mode = transaction\ndefault_pool_size = 80';
const SESSION = 'pool_mode = session\ndefault_pool_size = 80';

test.skipIf(isMissing)('refuses transaction pooling on start, with instructions', () =>
  behindPool(TRANSACTION, async (server) => {
    expect(await server.exit).toBe(1);
    expect(server.output()).toContain('use pool_mode = session');
  }),
);

test.skipIf(isMissing)('starts with session pooling, as documented, with its session settings', () =>
  behindPool(SESSION, async (server, poolUrl) => {
    const reply = await fetch(`${await server.ready}/api/ready`);
    expect(reply.status).toBe(200);
    const pool = createPool(poolUrl, { max: 1 });
    const { rows } = await pool.query(
      `select current_setting('jit') as jit, current_setting('statement_timeout') as "statementTimeout"`,
    );
    expect(rows).toEqual([{ jit: 'off', statementTimeout: '30s' }]);
    await pool.end();
  }),
);

test.skipIf(isMissing)('always refuses transaction mode: cold, warm and busy', async () => {
  let refused = 0;
  for (let n = 0; n < 20; n += 1) {
    const pool = await startPool(TRANSACTION);
    refused += await countRefused(1, pool.url);
    await pool.kill();
  }
  for (const order of ['server_round_robin = 0', 'server_round_robin = 1']) {
    const pool = await startPool(`${TRANSACTION}\n${order}`);
    // The first ones warm up the pool.
    refused += await countRefused(10, pool.url);
    const rest = keepBusy(pool.url, 5);
    refused += await countRefused(10, pool.url);
    await rest();
    await pool.kill();
  }
  expect(refused).toBe(60);
});

test.skipIf(isMissing)('never refuses session mode', async () => {
  const pool = await startPool(SESSION);
  expect(await countRefused(30, pool.url)).toBe(0);
  const rest = keepBusy(pool.url, 5);
  expect(await countRefused(30, pool.url)).toBe(0);
  await rest();
  expect(await findPoolShortage(pool.url, 'all')).toBeUndefined();
  await pool.kill();
});

test.skipIf(isMissing)(
  'a pool that is too small: the number that is needed, in the log and by the doctor',
  async () => {
    const small = `pool_mode = session\ndefault_pool_size = 20`;
    await behindPool(small, async (server) => {
      await server.ready;
      expect(server.output()).toMatch(/prestó \d+ conexiones a la vez, y este nodo usa hasta 65/);
    });
    const pool = await startPool(small);
    const env = { DATABASE_URL: pool.url, JWT_SECRET: 'a-secret-for-tests-that-is-long-enough' };
    expect(await runDoctor('PgBouncer', env)).toEqual(['note: presta menos conexiones de las que un nodo usa']);
    await pool.kill();
    expect(await findPoolShortage(postgres.url('campanero'), 'all')).toBeUndefined();
  },
);

test.skipIf(isMissing)('a full pool fails the start with a message instead of hanging', async () => {
  const pool = await startPool('pool_mode = session\ndefault_pool_size = 2');
  await expect(refuseSharedSessions(pool.url)).rejects.toThrow('suba default_pool_size');
  await pool.kill();
});
