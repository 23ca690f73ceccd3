import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueMail } from '../../src/integrations/mailer/queue-mail.ts';
import { transact } from '../../src/work/transact.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { signedIn } from '../deps.ts';
import { freePorts } from './free-ports.ts';
import { missingPrograms } from './installed-programs.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const PYTHON = '/usr/bin/python3';
const MAIL_SERVER = fileURLToPath(new URL('./mail-server.py', import.meta.url));
const DOCTOR = fileURLToPath(new URL('../../src/commands/doctor.ts', import.meta.url));
const hasLibrary = spawnSync(PYTHON, ['-c', 'import aiosmtpd']).status === 0;
if (!hasLibrary) process.stderr.write('skipped: python3-aiosmtpd not installed\n');
const isMissing = missingPrograms(['openssl']).length > 0 || !hasLibrary;
const BACKLOG = 20;

const undo: (() => Promise<unknown>)[] = [];
let folder: string;
let world: TestApp;
let plainPort: number;
let tlsPort: number;
let mailServer: ChildProcess | undefined;

/** A private CA and its certificate for localhost. */
async function makeCertificates(): Promise<void> {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const request = ['req', '-newkey', 'rsa:2048', '-nodes'];
  openssl(...request, '-x509', '-days', '2', '-subj', '/CN=Ciudad', '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl(...request, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr');
  await writeFile(join(folder, 'names'), 'subjectAltName=DNS:localhost');
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', ...signing, '-out', 'server.pem');
}

async function startMailServer(): Promise<void> {
  const args = [MAIL_SERVER, folder, String(plainPort), String(tlsPort)];
  mailServer = spawn(PYTHON, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(mailServer.stdout!, 'data');
}
async function killMailServer(): Promise<void> {
  const running = mailServer;
  mailServer = undefined;
  if (!running) return;
  running.kill('SIGKILL');
  await once(running, 'exit');
}

const smtps = (password = 'clave%20de%20correo') => `smtps://campanero:${password}@localhost:${tlsPort}`;
const settings = (smtpUrl: string, trusts: boolean) => ({
  SMTP_URL: smtpUrl,
  ...(trusts && { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }),
  DATABASE_URL: world.databaseUrl,
  JWT_SECRET: world.deps.config.jwtSecret ?? '',
  DATA_DIR: world.deps.config.dataDir,
});

/** The product with these settings; stopped afterwards, so that it does not send later mails. */
async function withNode(smtpUrl: string, trusts: boolean, use: (node: ServerProcess) => Promise<void>): Promise<void> {
  const node = startProcess({
    ...settings(smtpUrl, trusts),
    SEED: 'base',
    ADMIN_EMAIL: 'admin@prueba.gob.ar',
    LOG_LEVEL: 'warn',
  });
  try {
    await node.ready;
    await use(node);
  } finally {
    await endProcess(node);
  }
}

const queue = (subject: string) =>
  transact(signedIn(world.deps), (work) =>
    queueMail(work, { userId: null, to: 'ana@ciudad.gob.ar', subject, text: `Ñandú: ${subject}` }),
  );
/** Clears the backoff of the last failure. */
const hurry = () =>
  world.db
    .updateTable('mail')
    .set({ nextAttemptAt: new Date(0) })
    .where('sentAt', 'is', null)
    .execute();
const waiting = async () => await world.db.selectFrom('mail').select('lastError').where('sentAt', 'is', null).execute();

async function delivered(): Promise<string[]> {
  const inbox = join(folder, 'mail', 'new');
  const names = await readdir(inbox).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(inbox, name), 'utf8')));
}
const subjects = async () => (await delivered()).map((text) => /^Subject: (.*)$/m.exec(text)?.[1] ?? '').toSorted();

beforeAll(async () => {
  if (isMissing) return;
  folder = await mkdtemp(join(tmpdir(), 'campanero-smtp-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  [plainPort, tlsPort] = (await freePorts(2)) as [number, number];
  await makeCertificates();
  await startMailServer();
  undo.push(killMailServer);
  world = await createTestApp();
  undo.push(() => world.close());
  world.clock.set(new Date());
});
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

test.skipIf(isMissing)('STARTTLS with a private CA: the mail arrives encrypted and authenticated', () =>
  withNode(`smtp://campanero:clave%20de%20correo@localhost:${plainPort}?requireTLS=true`, true, async () => {
    await queue('uno');
    await expect.poll(subjects, { timeout: 20_000 }).toEqual(['uno']);
    const [text] = await delivered();
    expect(text).toMatch(/^X-Came-By: campanero over TLSv1\.[23]$/m);
    expect(text).toMatch(/^To: ana@ciudad\.gob\.ar$/m);
  }),
);

test.skipIf(isMissing)(
  `TLS from the first byte; the server away and back: ${BACKLOG} mails that waited go out once each`,
  () =>
    withNode(smtps(), true, async (node) => {
      await queue('dos');
      await expect.poll(subjects, { timeout: 20_000 }).toEqual(['dos', 'uno']);
      await killMailServer();
      const backlog = Array.from({ length: BACKLOG }, (_, place) => `atrasado ${place + 10}`);
      for (const subject of backlog) await queue(subject);
      await expect.poll(() => node.output(), { timeout: 20_000 }).toContain('"reason":"ECONNREFUSED"');
      expect(await waiting()).toHaveLength(BACKLOG);
      const since = Date.now();
      await startMailServer();
      await expect.poll(async () => (await waiting()).length, { timeout: 120_000 }).toBe(0);
      process.stdout.write(`${BACKLOG} mails left ${Date.now() - since} ms after the server was back\n`);
      expect(await subjects()).toEqual([...backlog, 'dos', 'uno'].toSorted());
      const ids = (await delivered()).map((text) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
      expect(new Set(ids).size).toBe(ids.length);
    }),
);

test.skipIf(isMissing)(
  'a certificate that nobody trusts: the true reason in the log and at the doctor; nothing is sent',
  () =>
    withNode(smtps(), false, async (node) => {
      await queue('desconfiado');
      await expect.poll(() => node.output(), { timeout: 20_000 }).toContain('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
      expect(await subjects()).not.toContain('desconfiado');
      const asked = spawnSync(process.execPath, [DOCTOR], {
        env: { PATH: '', ...settings(smtps(), false), PORT: '0' },
      });
      expect(String(asked.stdout)).toMatch(/MAL +Correo.*unable to verify the first certificate/);
      expect(String(asked.stdout)).toContain('NODE_EXTRA_CA_CERTS');
    }),
);

test.skipIf(isMissing)('reports a wrong password and keeps the mail; the right one sends it', async () => {
  await hurry();
  await withNode(smtps('otra'), true, async (node) => {
    await expect.poll(() => node.output(), { timeout: 20_000 }).toContain('"reason":"SMTP 535"');
    expect(await waiting()).toEqual([{ lastError: 'SMTP 535' }]);
  });
  await hurry();
  await withNode(smtps(), true, async () => {
    await expect.poll(subjects, { timeout: 20_000 }).toContain('desconfiado');
    await expect.poll(waiting).toEqual([]);
  });
});
