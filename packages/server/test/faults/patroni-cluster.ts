import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chooseAccount } from '../../src/db/embedded/account.ts';
import { kill, processesOf } from '../../src/db/embedded/processes.ts';
import { freePorts } from './free-ports.ts';
import { findProgram } from './installed-programs.ts';
import { ask, untilWorks } from './postgres-holder.ts';

export const CLUSTER_PROGRAMS = ['etcd', 'patroni', 'pg_controldata'] as const;

/** Timeout of each step. */
const PATIENCE_MS = 180_000;
const PASSWORD = 'x';

export interface Member {
  name: string;
  /** Signals Patroni and every PostgreSQL process. */
  signal(signal: NodeJS.Signals): Promise<void>;
  /** Isolates it from etcd and the other members; clients still reach it. */
  cutOff(isCut: boolean): void;
  /** Starts Patroni, which rejoins as a standby. */
  start(): void;
}

export interface Cluster {
  /** With all servers. */
  url: string;
  /** Waits for exactly one primary with that many standbys, one of them synchronous. */
  primary(standbys: number): Promise<Member>;
  stop(): Promise<void>;
}

/**
 * Three PostgreSQL servers with synchronous replication under Patroni, and its etcd: all from
 * installed packages, on free ports, in a temporary folder.
 */
export async function startCluster(): Promise<Cluster> {
  const account = await chooseAccount(undefined);
  const folder = await mkdtemp(join(tmpdir(), 'campanero-cluster-'));
  await chmod(folder, 0o755);
  const run = (program: (typeof CLUSTER_PROGRAMS)[number], args: string[]): ChildProcess =>
    spawn(findProgram(program)!, args, {
      ...account.identity,
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, LC_ALL: 'C.UTF-8' },
      stdio: 'ignore',
    });
  const ownFolder = async (name: string) => {
    const path = join(folder, name);
    await mkdir(path, { mode: 0o700 });
    await chown(path, account.uid, account.gid);
    return path;
  };

  const [client, peer, ...ports] = await freePorts(8);
  const here = (port?: number) => `http://127.0.0.1:${port}`;
  const etcdFolder = await ownFolder('etcd');
  const etcd = run(
    'etcd',
    `--name etcd --data-dir ${etcdFolder} --initial-cluster etcd=${here(peer)}
    --listen-client-urls ${here(client)} --advertise-client-urls ${here(client)}
    --listen-peer-urls ${here(peer)} --initial-advertise-peer-urls ${here(peer)}`.split(/\s+/),
  );

  const lines: Line[] = [];
  const members = await Promise.all(
    [0, 1, 2].map(async (place) => {
      const [port = 0, rest = 0] = ports.slice(place * 2);
      const name = `db${place + 1}`;
      const data = join(await ownFolder(name), 'data');
      // etcd and the other members.
      const [out, back] = await Promise.all([openLine(client!), openLine(rest)]);
      lines.push(out, back);
      const settings = join(folder, `${name}.yml`);
      // JSON is YAML too.
      await writeFile(
        settings,
        JSON.stringify(settingsOf({ name, data, port, rest, seenAt: back.port, etcd: here(out.port) })),
      );
      let patroni = run('patroni', [settings]);
      return {
        name,
        url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
        start: () => void (patroni = run('patroni', [settings])),
        signal: async (signal: NodeJS.Signals) => {
          for (const pid of [patroni.pid!, ...(await processesOf(data))]) kill(pid, signal);
        },
        cutOff: (isCut: boolean) => [out, back].forEach((line) => line.cut(isCut)),
      };
    }),
  );

  const primary = (standbys: number) =>
    untilWorks(async () => {
      const answers = await Promise.all(members.map(({ url }) => ask<Standing>(url, STANDING).catch(() => [])));
      const primaries = members.filter((_, place) => answers[place]![0]?.standbys);
      const { standbys: present = 0, synchronous = 0 } = answers.flat().find((answer) => answer.standbys > 0) ?? {};
      if (primaries.length !== 1 || present < standbys || synchronous === 0)
        throw new Error(`${primaries.length} primaries with ${present} standbys, ${synchronous} of them in step`);
      return primaries[0]!;
    }, PATIENCE_MS);
  return {
    url: `postgres://postgres:${PASSWORD}@${members.map((_, place) => `127.0.0.1:${ports[place * 2]}`).join(',')}/postgres`,
    primary,
    stop: async () => {
      for (const member of members) await member.signal('SIGKILL');
      etcd.kill('SIGKILL');
      for (const line of lines) line.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 300 });
    },
  };
}

/** Standbys of a primary, and how many are synchronous. */
interface Standing {
  standbys: number;
  synchronous: number;
}
const STANDING = `
  select count(*)::int as standbys, (count(*) filter (where sync_state = 'sync'))::int as synchronous
  from pg_stat_replication where state = 'streaming' and not pg_is_in_recovery()`;

interface Place {
  name: string;
  data: string;
  port: number;
  rest: number;
  seenAt: number;
  etcd: string;
}

const settingsOf = ({ name, data, port, rest, seenAt, etcd }: Place) => ({
  scope: 'campanero',
  name,
  restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${seenAt}` },
  // Only this address: with a host, Patroni would use the direct one.
  etcd3: { proxy: etcd },
  bootstrap: {
    dcs: {
      // Seconds without renewal until the lease is lost.
      ttl: 15,
      loop_wait: 2,
      retry_timeout: 5,
      synchronous_mode: true,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 150, fsync: 'off' } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    pg_hba: ['host all all 127.0.0.1/32 md5', 'host replication all 127.0.0.1/32 md5'],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: data,
    bin_dir: dirname(findProgram('pg_controldata')!),
    pgpass: `${data}.pgpass`,
    parameters: { unix_socket_directories: dirname(data) },
    authentication: {
      superuser: { username: 'postgres', password: PASSWORD },
      replication: { username: 'replicator', password: PASSWORD },
    },
  },
});

interface Line {
  port: number;
  cut(isCut: boolean): void;
  close(): void;
}

/** A proxy to a local port that can be cut. */
async function openLine(port: number): Promise<Line> {
  const open = new Set<Socket>();
  let isCut = false;
  const breakAll = () => {
    for (const socket of open) socket.destroy();
    open.clear();
  };
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const inner = connect(port, '127.0.0.1');
    for (const end of [socket, inner]) {
      open.add(end);
      end.on('error', () => {}).on('close', () => [socket, inner].forEach((other) => other.destroy()));
    }
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: (cut) => {
      isCut = cut;
      if (cut) breakAll();
    },
    close: () => {
      server.close();
      breakAll();
    },
  };
}
