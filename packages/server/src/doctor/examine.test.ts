import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SecureContext, TLSSocket } from 'node:tls';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { examine } from './examine.ts';
import { checkProgram } from './check-machine.ts';

let folder: string;
let database: TestDatabase;
let bare: TestDatabase;
let mail: SMTPServer;
let secureMail: SMTPServer;
let startTls: SMTPServer;
let scanner: Server;
let secureDatabase: Server;
let busy: Server;
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
const listening = async <S extends Server>(server: S) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return server;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'campanero-doctor-'));
  [database, bare] = await Promise.all([createTestDatabase(), createBareDatabase()]);
  mail = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 1 }) : done(new Error('Invalid login')),
  });
  // The library's own certificate is not trusted.
  secureMail = new SMTPServer({ secure: true });
  startTls = new SMTPServer();
  // Clients that do not trust it close the connection.
  for (const server of [secureMail, startTls]) server.on('error', () => {});
  scanner = createServer((socket) => socket.once('data', () => setTimeout(() => socket.end('stream: OK\0'), 20)));
  const { secureContext } = startTls as unknown as { secureContext: Map<string, SecureContext> };
  secureDatabase = createServer((socket) =>
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write('S');
        new TLSSocket(socket, { isServer: true, secureContext: secureContext.get('*') }).on('error', () => {});
      }),
  );
  busy = createServer((socket) => socket.destroy());
  for (const server of [mail.server, secureMail.server, startTls.server, scanner, secureDatabase, busy])
    await listening(server);
});
afterAll(async () => {
  for (const server of [mail.server, secureMail.server, startTls.server, scanner, secureDatabase, busy]) server.close();
  await Promise.all([database.drop(), bare.drop(), rm(folder, { recursive: true })]);
});

const SECRET = 'a-signing-key-of-more-than-32-characters';
async function reportOf(env: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  for await (const { state, about, says } of examine({ DATA_DIR: folder, PORT: '0', ...env }))
    lines.push(`${state} ${about}: ${says}`);
  return lines;
}
const bads = (lines: string[]) => lines.filter((line) => line.startsWith('bad'));

test('without settings before the first start: no problems, no leftovers', async () => {
  const absent = join(folder, 'not-yet');
  const lines = await reportOf({ DATA_DIR: absent });
  expect(bads(lines)).toEqual([]);
  expect(lines.join('\n')).toMatch(/well Base de datos: la incluida/);
  expect(lines.join('\n')).toMatch(/note Correo: no sale/);
  expect(existsSync(absent)).toBe(false);
});

test('with all systems available', async () => {
  const lines = await reportOf({
    DATABASE_URL: database.url,
    JWT_SECRET: SECRET,
    SMTP_URL: `smtp://ana:right@127.0.0.1:${portOf(mail.server)}`,
    CLAMAV_URL: `tcp://127.0.0.1:${portOf(scanner)}`,
    PUBLIC_URL: 'https://campanero.example.gob.ar',
  });
  // The test database has fsync off. The host of PUBLIC_URL does not exist.
  expect(lines.filter((line) => !line.startsWith('well'))).toEqual([
    ...['fsync', 'full_page_writes', 'synchronous_commit'].map((name) =>
      expect.stringMatching(new RegExp(`^note Base de datos .*: ${name} = off$`)),
    ),
    expect.stringMatching(/^note Rol de la aplicación: .*puede cambiar la auditoría/),
    expect.stringMatching(/^note Certificado de campanero\.example/),
  ]);
  expect(lines.join('\n')).toMatch(/Tablas: al día/);
});

test('an empty database is migrated at the first start', async () => {
  expect((await reportOf({ DATABASE_URL: bare.url, JWT_SECRET: SECRET })).join('\n')).toMatch(
    /well Tablas: se crearán en el primer inicio/,
  );
});

const elsewhere = (change: (url: URL) => void) => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};
test.each([
  ['settings', () => ({ PORT: 'abc', SEED: 'x' }), [/Ajustes: PORT/, /Ajustes: SEED/]],
  [
    'a database that does not exist',
    () => ({ DATABASE_URL: elsewhere((url) => (url.pathname = '/none')), JWT_SECRET: SECRET }),
    [/no tiene esa base de datos/],
  ],
  [
    'a database that is away',
    () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', JWT_SECRET: SECRET }),
    [/En 127\.0\.0\.1:1 no hay ninguna base de datos/],
  ],
  [
    'a database whose certificate is not trusted, named',
    () => ({
      DATABASE_URL: `postgres://u:p@127.0.0.1:${portOf(secureDatabase)}/x?sslmode=verify-full`,
      JWT_SECRET: SECRET,
    }),
    [
      /No se confía en el certificado/,
      /Certificado de 127\.0\.0\.1:\d+ \(DATABASE_URL\): de .*no es de confianza|venció/,
    ],
  ],
  [
    'a mail server that knows another password',
    () => ({ SMTP_URL: `smtp://ana:wrong@127.0.0.1:${portOf(mail.server)}` }),
    [/Correo .*Invalid login/],
  ],
  [
    'a mail server whose certificate is not trusted, named',
    () => ({ SMTP_URL: `smtps://127.0.0.1:${portOf(secureMail.server)}` }),
    [
      /Correo .*certificate/,
      /Certificado de 127\.0\.0\.1:\d+ \(SMTP_URL\): de .*, firmado por .*no es de confianza|venció/,
    ],
  ],
  [
    'a mail server that begins in the open, likewise',
    () => ({ SMTP_URL: `smtp://127.0.0.1:${portOf(startTls.server)}` }),
    [/Correo .*certificate/, /Certificado .*SMTP_URL.*firmado por/],
  ],
  [
    'a dashboard that wants a password and is away: the password stays unsaid',
    () => ({ ORION_URL: 'http://ana:secreto@127.0.0.1:1' }),
    [/Dashboard .*: 127\.0\.0\.1:1: (?!.*secreto)/],
  ],
  ['a scanner that hangs up', () => ({ CLAMAV_URL: `tcp://127.0.0.1:${portOf(busy)}` }), [/Antivirus/]],
  [
    'a machine that is not known',
    () => ({ DATABASE_URL: 'postgres://u:p@base.invalid/x', JWT_SECRET: SECRET }),
    [/No se encuentra la máquina «base\.invalid»/],
  ],
  [
    'an owner of another database',
    () => ({ DATABASE_URL: database.url, DATABASE_OWNER_URL: bare.url, JWT_SECRET: SECRET }),
    [/Tablas: DATABASE_OWNER_URL y DATABASE_URL no llevan a la misma base/],
  ],
  ['a shared folder that cannot be made', () => ({ STORAGE_URL: 'file:///dev/null/x' }), [/Archivos .*\/dev\/null\/x/]],
  ['a data folder that cannot be made, at once', () => ({ DATA_DIR: '/proc/x' }), [/Carpeta de datos/, /Archivos/]],
  ['an address with a path', () => ({ PUBLIC_URL: 'https://c.gob.ar/x' }), [/Ajustes: PUBLIC_URL/]],
  ['a short token', () => ({ METRICS_TOKEN: 'corto' }), [/Ajustes: METRICS_TOKEN debe tener al menos 16/]],
  ['storage that is away', () => ({ STORAGE_URL: 's3://k:s@127.0.0.1:1/bucket' }), [/Archivos .*127\.0\.0\.1:1/]],
  ['a dashboard that hangs up', () => ({ ORION_URL: `http://127.0.0.1:${portOf(busy)}` }), [/Dashboard/]],
  ['a port of another program', () => ({ PORT: String(portOf(busy)) }), [/Puerto \d+: .*en uso/]],
  ['a folder that cannot be made', () => ({ DATA_DIR: '/dev/null/data' }), [/Carpeta de datos/, /Archivos/]],
])('%s: reported, and the other checks still run', async (_what, env, expected) => {
  const found = bads(await reportOf(env()));
  expect(found).toHaveLength(expected.length);
  for (const [place, words] of expected.entries()) expect(found[place]).toMatch(words);
});

test('reports an old Node', () => expect(checkProgram('20.1.0')).toMatchObject({ state: 'bad' }));

test('reports running nodes with another key', async () => {
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(`insert into server_node (name, role, version, key_mark, started_at, seen_at)
    values ('uno:1', 'all', '1', 'another', now(), now())`);
  const env = { DATABASE_URL: database.url, JWT_SECRET: SECRET };
  expect(await reportOf(env)).toContain('bad Nodos en marcha: tienen otro JWT_SECRET que estos ajustes: uno:1');
  await client.query('delete from server_node');
  await client.end();
});
