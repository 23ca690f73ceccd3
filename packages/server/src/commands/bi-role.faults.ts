import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePorts } from '../../test/faults/free-ports.ts';
import { startPair } from '../../test/faults/streaming-pair.ts';
import { migrate } from '../db/migrate.ts';
import { type EmbeddedPostgres, startEmbedded } from '../db/embedded/supervisor.ts';
import { withConnection } from '../db/with-connection.ts';

let dataDir: string;
let port: number;
let postgres: EmbeddedPostgres | undefined;
const start = async (biPort?: number) => {
  await postgres?.stop();
  postgres = undefined;
  postgres = await startEmbedded({ dataDir, biPort, log: () => {} });
  return postgres;
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'campanero-bi-'));
  await chmod(dataDir, 0o711);
  [port = 0] = await freePorts(1);
});
afterAll(async () => {
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** As an administrator runs it. */
async function biRole(env: Record<string, string>, ...args: string[]): Promise<{ code: number; out: string }> {
  const file = fileURLToPath(new URL('./bi-role.ts', import.meta.url));
  const given = {
    ...process.env,
    DATA_DIR: dataDir,
    BI_PORT: '',
    DATABASE_URL: '',
    JWT_SECRET: 'x'.repeat(40),
    ...env,
  };
  return promisify(execFile)(process.execPath, [file, ...args], { env: given }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (failed: { code: number; stdout: string; stderr: string }) => ({
      code: failed.code,
      out: failed.stdout + failed.stderr,
    }),
  );
}
const passwordIn = (out: string) => /Contraseña: +(\S+)/.exec(out)?.[1] ?? '';
const overTcp = <T = void>(
  user: string,
  password: string,
  use?: (client: pg.Client) => Promise<T>,
  database = 'campanero',
) => withConnection({ host: '127.0.0.1', port, user, password, database }, async (client) => use?.(client));

test('the login of reports connects by TCP on this machine, with its password, and nobody else does', async () => {
  expect(await biRole({}, 'otra')).toMatchObject({ code: 1, out: expect.stringContaining('Uso: npm run bi:role') });

  const { url, appUrl } = await start();
  expect((await biRole({})).out).toContain('Faltan las vistas de BI');
  await migrate(url, { appRole: 'campanero_app' });
  expect((await biRole({}, 'quitar')).out).toContain('no existe');

  // Beside a running server that does not listen: the login is made, and it says what is missing.
  const first = await biRole({});
  expect(first.out).toContain('TODAVÍA NO SE PUEDE CONECTAR');
  expect(first.out).not.toContain('ATENCIÓN');
  expect(passwordIn(first.out)).toHaveLength(32);
  await expect(overTcp('campanero_bi', passwordIn(first.out))).rejects.toMatchObject({ code: 'ECONNREFUSED' });

  await start(port);
  const rows = await overTcp('campanero_bi', passwordIn(first.out), async (client) => {
    await expect(client.query('select from public.person')).rejects.toMatchObject({ code: '42501' });
    return (await client.query('select version from contrato')).rows;
  });
  expect(rows).toEqual([{ version: '1.0' }]);
  await expect(overTcp('campanero_bi', 'otra clave')).rejects.toMatchObject({ code: '28P01' });
  for (const user of ['postgres', 'campanero', 'campanero_app'])
    await expect(overTcp(user, '')).rejects.toMatchObject({ code: '28000' });
  await expect(overTcp('campanero_bi', passwordIn(first.out), undefined, 'postgres')).rejects.toMatchObject({
    code: '28000',
  });

  // The product goes on through its socket, and the command gives another password.
  await withConnection(appUrl, async (client) => expect((await client.query('select from campaign')).rowCount).toBe(0));
  const again = await biRole({ BI_PORT: String(port) });
  expect(again.out).not.toContain('TODAVÍA NO');
  expect(again.out).toContain(`ssh -N -L ${port}:127.0.0.1:${port}`);
  await expect(overTcp('campanero_bi', passwordIn(first.out))).rejects.toMatchObject({ code: '28P01' });
  await overTcp('campanero_bi', passwordIn(again.out));

  // An owner that may not make roles: the statements are printed for somebody who may.
  const external = await biRole({ DATABASE_URL: url });
  expect(external).toMatchObject({ code: 0, out: expect.stringContaining('alter role "campanero_bi" login password') });
  expect(external.out).toContain('hostssl campanero campanero_bi');

  expect((await biRole({ BI_PORT: String(port) }, 'quitar')).out).toContain('ya no puede ingresar');
  await expect(overTcp('campanero_bi', passwordIn(again.out))).rejects.toMatchObject({ code: '28P01' });
  await withConnection(url, async (client) => {
    const { rows } = await client.query('select info -> $1 -> 0 ->> $2 as what from audit order by id', [
      'modifications',
      'value',
    ]);
    expect(rows.map(({ what }) => what)).toEqual(['Acceso creado', 'Contraseña nueva', 'Acceso quitado']);
  });

  // Without the setting the port is closed, and the socket has its own name again.
  await start();
  await expect(overTcp('campanero_bi', '')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await withConnection(url, async (client) => expect((await client.query('select 1 as n')).rowCount).toBe(1));
});

test('a port of another program is named before the start', async () => {
  await postgres?.stop();
  postgres = undefined;
  const other = createServer();
  await new Promise<void>((resolve) => void other.listen(port, '127.0.0.1', resolve));
  await expect(startEmbedded({ dataDir, biPort: port, log: () => {} })).rejects.toThrow(
    `El puerto ${port} (BI_PORT) está ocupado por otro programa: elija otro.`,
  );
  await new Promise((resolve) => void other.close(resolve));
});

test('with a replica the login is made on the primary, named and used on the replica, and reads nothing else there', async () => {
  const pair = await startPair();
  try {
    await migrate(pair.url);
    const replica = new URL(pair.replicaUrl);
    const made = await biRole({ DATABASE_URL: pair.url, DATABASE_READ_URL: pair.replicaUrl });
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining(`Servidor:    ${replica.host} (réplica`) });
    const asReader = <T>(use: (client: pg.Client) => Promise<T>) =>
      withConnection(
        {
          host: replica.hostname,
          port: Number(replica.port),
          user: 'campanero_bi',
          password: passwordIn(made.out),
          database: 'postgres',
        },
        use,
      );
    // Replayed a moment later.
    await vi.waitFor(() => asReader((client) => client.query('select version from contrato')), 10_000);
    await asReader(async (client) => {
      const { rows } = await client.query(
        `select table_name as name from information_schema.views where table_schema = 'bi'`,
      );
      expect(rows.length).toBe(10);
      for (const { name } of rows) await client.query(`select * from bi.${name} limit 1`);
      for (const table of ['person', 'call', 'call_history', 'app_user', 'phone_event', 'call_question'])
        await expect(client.query(`select from public.${table}`)).rejects.toMatchObject({ code: '42501' });
    });
  } finally {
    await pair.stop();
  }
});
