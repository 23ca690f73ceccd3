import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { api } from '@campanero/contract';
import { ERRORS } from '@campanero/contract/errors';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { as } from '../../test/actors.ts';
import { createTestApp, useWorld, type TestApp } from '../../test/app.ts';
import { aCampaign, aCoordinator, anAdministrator, type TestUser } from '../../test/factories.ts';
import { sendForm } from '../../test/forms.ts';
import { processMetrics } from '../work/metrics.ts';
import { createS3Store } from './files/s3.ts';
import { createHttpForms } from './forms/http.ts';
import { createSmtpTransport } from './mailer/smtp.ts';
import { sendNextMail } from './mailer/send-mail.ts';
import { createHttpOrion } from './orion/http.ts';

// Every external system failing in three ways, with real connections: refused, silent, or with an untrusted
// certificate.

const world = useWorld();
let coordinator: TestUser;
let campaignId: number;
let silent: Server;
let untrusted: SMTPServer;
let closedPort: number;
const open = new Set<{ destroy(): void }>();
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  coordinator = await aCoordinator(world);
  campaignId = (await aCampaign(world, { status: 'PENDIENTE' })).id;
  silent = createServer((socket) => void open.add(socket.on('error', () => {})));
  // The library's own certificate; the TLS handshake comes before any protocol.
  untrusted = new SMTPServer({ secure: true });
  untrusted.on('error', () => {});
  const closed = createServer();
  for (const server of [silent, untrusted.server, closed])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closedPort = portOf(closed);
  closed.close();
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  silent.close();
  untrusted.server.close();
});

const END_MS = 400;
const ENDS = {
  refused: { host: () => `127.0.0.1:${closedPort}`, tls: false, reason: /ECONNREFUSED/ },
  silent: {
    host: () => `127.0.0.1:${portOf(silent)}`,
    tls: false,
    reason: /timeout|ETIMEDOUT|no respondió|does not answer/i,
  },
  untrusted: { host: () => `127.0.0.1:${portOf(untrusted.server)}`, tls: true, reason: /CERT|certificate/i },
} as const;
type End = keyof typeof ENDS;

/** A node with a system failing in this way, and its log. */
async function aNode(change: (node: TestApp, log: TestApp['deps']['log']) => void, config = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'warn', serializers: { err: ({ message, code, cause }) => ({ message, code, cause: cause?.code }) } },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const node = await createTestApp({ beside: world, log, config });
  change(node, log);
  return { node, log, lines };
}
async function failuresOf(system: string): Promise<number> {
  const text = await processMetrics.metrics();
  return Number(new RegExp(`^campanero_system_failures_total\\{system="${system}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
}
const aFile = [{ name: 'a.csv', field: 'audience[]', content: Buffer.from('Nombre;Celular\nAna;1155551234\n') }];

const SYSTEMS = {
  storage: {
    error: 'STORAGE_UNAVAILABLE',
    ends: ['refused', 'silent', 'untrusted'],
    make: (end: End) =>
      aNode((node) => {
        const { host, tls } = ENDS[end];
        const url = `s3://llave:secreto@${host()}/archivos?insecure=${!tls}`;
        node.deps.files = createS3Store(url, node.deps.config.dataDir, END_MS);
      }),
    ask: (node: TestApp) => sendForm(node, coordinator, api.loads.upload, { params: { id: campaignId }, files: aFile }),
  },
  scanner: {
    error: 'SCANNER_UNAVAILABLE',
    // clamd has no TLS.
    ends: ['refused', 'silent'],
    make: (end: End) => aNode(() => {}, { clamavUrl: `tcp://${ENDS[end].host()}?timeout=0.4` }),
    ask: (node: TestApp) => sendForm(node, coordinator, api.loads.upload, { params: { id: campaignId }, files: aFile }),
  },
  dashboard: {
    error: 'DASHBOARD_UNAVAILABLE',
    ends: ['refused', 'silent', 'untrusted'],
    make: (end: End) =>
      aNode((node, log) => {
        node.deps.orion = createHttpOrion({ base: baseOf(end), clock: node.deps.clock, log, limits: LIMITS });
      }),
    ask: (node: TestApp) => as(node, coordinator).send(api.dashboard.search, { query: { description: 'x' } }),
  },
  forms: {
    error: 'FORMS_UNAVAILABLE',
    ends: ['refused', 'silent', 'untrusted'],
    make: (end: End) =>
      aNode((node, log) => {
        node.deps.forms = createHttpForms({ base: baseOf(end), clock: node.deps.clock, log, limits: LIMITS });
      }),
    ask: (node: TestApp) => as(node, coordinator).send(api.forms.search, { query: { name: 'x' } }),
  },
} as const;
const LIMITS = { timeoutMs: END_MS, maxBytes: 1_000 };
const baseOf = (end: End) => `${ENDS[end].tls ? 'https' : 'http'}://ana:secreto@${ENDS[end].host()}/`;

const CASES = Object.entries(SYSTEMS).flatMap(([system, { ends }]) =>
  ends.map((end) => [system as keyof typeof SYSTEMS, end] as const),
);
test.each(CASES)('%s %s: 503 with its message, a warning with the reason, a metric', async (system, end) => {
  const { error, make, ask } = SYSTEMS[system];
  const { node, lines } = await make(end);
  const before = await failuresOf(system);
  const reply = await ask(node);
  expect(reply).toMatchObject({ status: 503, body: { error, message: ERRORS[error].es } });
  expect(reply.headers['retry-after']).toBeDefined();
  expect(await failuresOf(system)).toBe(before + 1);
  const said = JSON.stringify(lines);
  expect(said).toMatch(ENDS[end].reason);
  expect(said).not.toContain('secreto');
  await node.close();
});

test.each(['refused', 'silent', 'untrusted'] as const)(
  'mail %s: it waits, with the true reason in the log and beside it, and a metric',
  async (end) => {
    const { node, log, lines } = await aNode(() => {});
    const { host, tls, reason } = ENDS[end];
    await node.db.deleteFrom('mail').execute();
    const at = new Date(node.deps.clock().getTime() - 1_000);
    await node.db
      .insertInto('mail')
      .values({ recipient: 'a@b.gob.ar', subject: 'x', body: 'x', messageId: end, createdAt: at, nextAttemptAt: at })
      .execute();
    const transport = createSmtpTransport(`${tls ? 'smtps' : 'smtp'}://ana:secreto@${host()}`, 'a@b.gob.ar', END_MS);
    const before = await failuresOf('mail');
    expect(await sendNextMail({ ...node.deps, log }, transport)).toBe('outage');
    transport.close();
    expect(await failuresOf('mail')).toBe(before + 1);
    expect(lines[0]?.['reason']).toMatch(reason);
    expect(lines[0]?.['reason']).not.toBe('ESOCKET');
    const { lastError } = await node.db.selectFrom('mail').select('lastError').executeTakeFirstOrThrow();
    expect(lastError).toMatch(reason);
    await node.close();
  },
);

test('the mail test returns the mail server’s reason', async () => {
  const node = await createTestApp({ beside: world, config: { smtpUrl: `smtps://${ENDS.untrusted.host()}` } });
  const { body } = await as(node, await anAdministrator(world)).call(api.installation.testMail);
  expect(body).toMatchObject({ sent: false });
  expect(body.text).toMatch(/certificate/i);
  await node.close();
});
