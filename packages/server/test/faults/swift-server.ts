import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { freePorts } from './free-ports.ts';
import { findProgram } from './installed-programs.ts';
import { untilWorks } from './postgres-holder.ts';

const PARTS = ['account', 'container', 'object', 'proxy'] as const;
export const SWIFT_PROGRAMS = ['swift-ring-builder', ...PARTS.map((part) => `swift-${part}-server`)];
const BUCKET = 'campanero';
const ACCESS_KEY = 'campanero:almacen';
const SECRET = 'clave-del-almacen';

interface ObjectServer {
  /** For STORAGE_URL. */
  url: string;
  kill(): Promise<void>;
  /** Restarts it after a kill, with its data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** OpenStack Swift with its S3 API: one server of each kind, from installed packages, in a temporary folder. */
export async function startSwift(): Promise<ObjectServer> {
  const folder = await mkdtemp(join(tmpdir(), 'campanero-s3-'));
  await mkdir(join(folder, 'devices', 'd1'), { recursive: true });
  const ports = await freePorts(PARTS.length);
  await Promise.all(PARTS.map((part, place) => writeFile(join(folder, part), settingsOf(part, ports[place]!, folder))));
  const builder = (part: string, ...args: string[]) =>
    execFileSync(findProgram('swift-ring-builder')!, [`${part}.builder`, ...args], { cwd: folder, stdio: 'ignore' });
  for (const [place, part] of PARTS.slice(0, 3).entries()) {
    builder(part, 'create', '2', '1', '1');
    builder(part, 'add', `r1z1-127.0.0.1:${ports[place]}/d1`, '1');
    builder(part, 'rebalance');
  }
  let running: ChildProcess[] = [];
  const host = `127.0.0.1:${ports[3]}`;
  const client = new S3Client({
    credentials: { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET },
    endpoint: `http://${host}`,
    region: 'us-east-1',
    forcePathStyle: true,
  });
  const start = async () => {
    running = PARTS.map((part) =>
      spawn(findProgram(`swift-${part}-server`)!, [join(folder, part)], { stdio: 'ignore' }),
    );
    await untilWorks(async () => {
      await client.send(new CreateBucketCommand({ Bucket: BUCKET })).catch((error: Error) => {
        if (error.name !== 'BucketAlreadyOwnedByYou') throw error;
      });
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'ready', Body: 'x' }));
    }, 90_000);
  };
  const kill = async () => {
    const ending = running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    running = [];
    for (const child of ending) child.kill('SIGKILL');
    await Promise.all(ending.map((child) => once(child, 'exit')));
  };
  await start();
  return {
    url: `s3://${encodeURIComponent(ACCESS_KEY)}:${SECRET}@${host}/${BUCKET}?region=us-east-1&insecure=true`,
    kill,
    start,
    stop: async () => {
      await kill();
      client.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const settingsOf = (part: (typeof PARTS)[number], port: number, folder: string): string => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
[pipeline:main]
pipeline = ${part === 'proxy' ? 'catch_errors cache s3api tempauth bulk slo proxy-server' : `${part}-server`}
[app:${part}-server]
use = egg:swift#${part}
${part === 'proxy' ? FILTERS : ''}`;

// Without memcached.
const FILTERS = `account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${ACCESS_KEY.replace(':', '_')} = ${SECRET} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
`;
