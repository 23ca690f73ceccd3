import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../src/db/client.ts';
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

/** Starts the pool with these settings, then the product behind it; ends both afterwards. */
async function behindPool(
  settings: string,
  use: (server: ServerProcess, poolUrl: string) => Promise<void>,
): Promise<void> {
  const { account, folder, port } = postgres;
  const [poolPort] = await freePorts(1);
  const poolUrl = `postgres://postgres@127.0.0.1:${poolPort}/campanero`;
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(join(folder, 'users'), '"postgres" ""\n');
  await writeFile(
    file,
    `[databases]\ncampanero = host=127.0.0.1 port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${poolPort}
auth_type = trust\nauth_file = ${folder}/users\ndefault_pool_size = 80\nunix_socket_dir =\n${settings}\n`,
  );
  const pool = spawn(findProgram('pgbouncer')!, [file], { ...account.identity, cwd: folder, stdio: 'ignore' });
  await untilWorks(() => ask(poolUrl, 'select 1'), 20_000);
  const server = startProcess({
    DATABASE_URL: poolUrl,
    JWT_SECRET: 'a-secret-for-tests-that-is-long-enough',
    DATA_DIR: folder,
    SEED: 'base',
    ADMIN_EMAIL: 'admin@prueba.gob.ar',
    LOG_LEVEL: 'warn',
  });
  try {
    await use(server, poolUrl);
  } finally {
    await endProcess(server);
    pool.kill('SIGKILL');
    await once(pool, 'exit');
  }
}

test.skipIf(isMissing)('sessions lent for single transactions: refused at the start, with what to do', () =>
  behindPool('pool_mode = transaction', async (server) => {
    expect(await server.exit).toBe(1);
    expect(server.output()).toContain('use pool_mode = session');
  }),
);

test.skipIf(isMissing)('whole sessions, as the documentation says: it starts, is ready and has its settings', () =>
  behindPool('pool_mode = session', async (server, poolUrl) => {
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
