import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addressesOf } from './connection.ts';
import { createPool } from './client.ts';
import { findBinaries } from './embedded/binaries.ts';
import { prepareCluster } from './embedded/cluster.ts';
import { superuserUrl } from './embedded/ensure-database.ts';
import { keepRunning } from './embedded/keep-running.ts';
import { openLogFile } from './embedded/log-file.ts';
import { placeData } from './embedded/place-data.ts';

// Real clusters: seconds when the machine is busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

test.each([
  ['postgres://u:p@db/base', ['postgres://u:p@db/base']],
  ['postgres://u:p@a:1,b:2/base?x=1', ['postgres://u:p@a:1/base?x=1', 'postgres://u:p@b:2/base?x=1']],
  ['postgresql://a,b/base', ['postgresql://a/base', 'postgresql://b/base']],
  ['postgres://u@/base?host=/tmp/a,b', ['postgres://u@/base?host=/tmp/a,b']],
])('the servers of %s', (url, addresses) => expect(addressesOf(url)).toEqual(addresses));

/** A TCP port: the embedded servers listen on a unix socket only. */
interface Host {
  adminUrl: string;
  port: number;
  /** Connections stay open without an answer. */
  freeze(): void;
  /** They break. */
  vanish(): void;
  stop(): Promise<void>;
}
const run = promisify(execFile);
const folders: string[] = [];

const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'campanero-primary-'));
  folders.push(folder);
  await chmod(folder, 0o711);
  return folder;
};

async function startHost(dataDir: string): Promise<Host> {
  const home = await placeData(dataDir);
  const binaries = await findBinaries(home.account, dataDir);
  await prepareCluster(home, binaries, { throwaway: true });
  const log = openLogFile(join(dataDir, 'postgres.log'));
  const postgres = await keepRunning(home, binaries, log, () => {});
  const open = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((socket) => {
    open.add(socket);
    if (isFrozen) return;
    const inner = connect(join(home.socketDir, '.s.PGSQL.5432'));
    for (const end of [socket, inner]) {
      open.add(end);
      end.on('error', () => {}).on('close', () => void [socket, inner].map((other) => other.destroy()));
    }
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    adminUrl: superuserUrl(home.socketDir),
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true;
      for (const socket of open) socket.unpipe().pause();
    },
    vanish: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
    stop: async () => {
      await postgres.stop();
      log.close();
    },
  };
}

let primary: Host;
let standby: Host;
let url: string;

beforeAll(async () => {
  const made = await aFolder();
  const first = await startHost(made);
  first.vanish();
  await first.stop();
  const copy = await aFolder();
  await run('cp', ['-a', join(made, 'postgres'), copy]);
  // Beside a file of PostgreSQL's own, whose owner it must have.
  await run('cp', [
    '-a',
    join(copy, 'postgres', 'data', 'PG_VERSION'),
    join(copy, 'postgres', 'data', 'standby.signal'),
  ]);
  primary = await startHost(made);
  standby = await startHost(copy);
  url = `postgres://postgres@127.0.0.1:1,127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`;
});

afterAll(async () => {
  for (const { vanish, stop } of [primary, standby]) {
    vanish();
    await stop();
  }
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

test('connects to the primary of several servers, also after a failover from a frozen one', async () => {
  const pool = createPool(url);
  const write = (word: string) =>
    pool
      .query('create table if not exists note (word text)')
      .then(() => pool.query('insert into note values ($1)', [word]));
  try {
    await write('before');
    primary.freeze();
    const waiting = write('meanwhile');
    const promoting = new pg.Client({ connectionString: standby.adminUrl });
    await promoting.connect();
    await promoting.query('select pg_promote()');
    await promoting.end();
    await expect(waiting).rejects.toThrow('Connection terminated');
    await vi.waitFor(() => write('after'), { timeout: 20_000, interval: 200 });
    expect((await pool.query('select word from note')).rows).toEqual([{ word: 'after' }]);
  } finally {
    await pool.end();
  }
});
