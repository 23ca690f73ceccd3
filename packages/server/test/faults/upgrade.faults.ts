import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { createBareDatabase } from '../database.ts';
import { freePorts } from './free-ports.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const MIGRATIONS = 'packages/server/src/db/migrations';
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The last release, else the commit before the newest migration; UPGRADE_FROM overrides it. */
function findVersionBefore(): string | undefined {
  try {
    const asked = process.env['UPGRADE_FROM'];
    if (asked) return git('rev-parse', `${asked}^{commit}`);
    const head = git('rev-parse', 'HEAD');
    const releases = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname')
      .split('\n')
      .filter(Boolean);
    const release = releases.map((tag) => git('rev-parse', `${tag}^{commit}`)).find((commit) => commit !== head);
    if (release) return release;
    const [newest] = git('log', '--diff-filter=A', '--format=%H', '--', MIGRATIONS).split('\n');
    return newest ? git('rev-parse', `${newest}^`) : undefined;
  } catch {
    return undefined;
  }
}
const before = findVersionBefore();
if (!before) process.stderr.write('skipped: there is no git history to take the version before from\n');

/** Versions with another first number do not work on the same schema: all nodes are stopped before. */
const majorOf = (manifest: string) => (JSON.parse(manifest) as { version: string }).version.split('.')[0];
const isBreaking =
  before !== undefined &&
  majorOf(git('show', `${before}:package.json`)) !== majorOf(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

/** Its files in a temporary folder, with the current libraries and its own contract. */
async function checkOut(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'campanero-before-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C "${folder}"`], { cwd: ROOT });
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@campanero'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name !== '@campanero' && name !== '.cache')
      await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  for (const name of ['contract', 'server', 'web'])
    await symlink(join(folder, 'packages', name), join(modules, '@campanero', name));
  const built = join(ROOT, 'packages/web/dist');
  if (existsSync(built)) await symlink(built, join(folder, 'packages/web/dist'));
  return folder;
}

const PASSWORD = 'campanero-demo';
interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Clients that use the nodes in turn; counts answers by status. */
function createOffice(nodes: () => readonly string[]) {
  const counts = new Map<string, number>();
  let turn = 0;
  const ask = async (path: string, { token, data }: { token?: string; data?: object } = {}): Promise<Answer> => {
    const alive = nodes();
    const node = alive[(turn += 1) % alive.length]!;
    const reply = await fetch(`${node}/api${path}`, {
      method: data ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(data && { 'content-type': 'application/json' }),
      },
      ...(data && { body: JSON.stringify(data) }),
    });
    const body = (await reply.json()) as Record<string, unknown>;
    const what = reply.status < 300 ? 'well' : `${reply.status} ${path} ${String(body['error'])}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
    return { status: reply.status, body };
  };
  const signIn = async (email: string) =>
    String((await ask('/login', { data: { email: `${email}@demo.gob.ar`, password: PASSWORD } })).body['token']);

  /** An operator takes the next contact and registers that nobody answered; a coordinator looks at lists and figures. */
  async function round(campaignId: number): Promise<void> {
    const [operator, admin] = [await signIn('operador'), await signIn('admin')];
    const next = await ask(`/campaign/${campaignId}/call/0/next`, { token: operator });
    const callId = Number(next.body['callId'] ?? next.body['id']);
    await ask(`/campaign/${campaignId}/call/${callId}`, { token: operator, data: { stateId: 3 } });
    for (const path of [
      '/campaign?pageSize=10',
      `/campaign/${campaignId}`,
      `/campaign/${campaignId}/audience?pageSize=10`,
    ])
      await ask(path, { token: admin });
    for (const path of ['/audit?pageSize=10', '/user?pageNumber=0&pageSize=10', '/notification'])
      await ask(path, { token: admin });
  }
  return { ask, signIn, round, counts };
}

test.skipIf(!before)(
  isBreaking
    ? 'all nodes are stopped, and the new version goes on with the data of the version before'
    : 'the version before works on the new schema, and nodes are updated one after the other',
  async () => {
    const folder = await checkOut(before!);
    const database = await createBareDatabase();
    undo.push(() => database.drop());
    const dataDir = await mkdtemp(join(tmpdir(), 'campanero-upgrade-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const ports = await freePorts(3);
    const start = (place: number, root?: string): ServerProcess => {
      const node = startProcess(
        {
          PORT: String(ports[place]),
          DATABASE_URL: database.url,
          JWT_SECRET: 'un-secreto-de-prueba-bastante-largo',
          DATA_DIR: dataDir,
          SEED: 'demo',
          RATE_LIMIT: '1000000',
          LOG_LEVEL: 'warn',
        },
        root && join(root, 'packages/server/src/main.ts'),
      );
      undo.push(() => endProcess(node));
      return node;
    };
    const old = start(0, folder);
    let nodes = [await old.ready];
    const office = createOffice(() => nodes);
    const token = await office.signIn('operador');
    const { body } = await office.ask('/campaign?status=EN+CURSO&pageSize=10', { token });
    const campaignId = (body['campaigns'] as { id: number }[])[0]!.id;
    await office.round(campaignId);

    const over = new AbortController();
    let rounds = 0;
    const working = (async () => {
      for (; !over.signal.aborted; rounds += 1) await office.round(campaignId);
    })();
    const some = async () => {
      const until = rounds + 3;
      await vi.waitFor(() => expect(rounds).toBeGreaterThanOrEqual(until), { timeout: 120_000, interval: 100 });
    };

    const stopOld = async () => {
      old.child.kill('SIGTERM');
      expect(await old.exit).toBe(0);
    };
    await some();
    if (isBreaking) {
      over.abort();
      await working;
      await stopOld();
    }
    execFileSync(process.execPath, ['packages/server/src/commands/migrate.ts'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], DATABASE_URL: database.url, JWT_SECRET: 'un-secreto-de-prueba-bastante-largo' },
      stdio: 'ignore',
    });
    if (!isBreaking) await some();
    const younger = [await start(1).ready, await start(2).ready];
    if (isBreaking) {
      nodes = younger;
      for (let n = 0; n < 3; n += 1) await office.round(campaignId);
    } else {
      nodes = [...nodes, ...younger];
      await some();
      nodes = younger;
      await stopOld();
      await some();
      over.abort();
      await working;
    }
    process.stdout.write(
      `from ${before!.slice(0, 9)}: ${rounds} rounds, answers ${JSON.stringify(Object.fromEntries(office.counts))}\n`,
    );
    expect([...office.counts.keys()]).toEqual(['well']);
  },
);
