import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { environment, readConfig, SECRET_SETTINGS, type ConfigError } from './config.ts';

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
};

test('without any setting it is a demo', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    seed: 'demo',
    role: 'all',
    rateLimit: 1200,
    passwordMin: 8,
    eventsAllowPrivate: false,
  });
});

test('mails come from the address where people reach it, unless another is given', () => {
  const publicUrl = { PUBLIC_URL: 'https://campanero.ciudad.gob.ar:8443/' };
  expect(readConfig(publicUrl).mailFrom).toBe('Campanero <campanero@campanero.ciudad.gob.ar>');
  expect(readConfig({ ...publicUrl, MAIL_FROM: 'avisos@ciudad.gob.ar' }).mailFrom).toBe('avisos@ciudad.gob.ar');
  expect(readConfig({}).mailFrom).toBe('Campanero <campanero@localhost>');
});

test('an external database means no demo people', () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://u@db/c',
    JWT_SECRET: 'x'.repeat(32),
    ADMIN_EMAIL: 'a@b.gob.ar',
  });
  expect(config).toMatchObject({ seed: 'base', host: undefined });
});

test.each(['https://c.gob.ar/campanero', 'https://c.gob.ar/?a=1', 'https://c.gob.ar/#x', 'https://u:p@c.gob.ar'])(
  'PUBLIC_URL %s is more than an origin',
  (address) =>
    expect(faultsOf({ PUBLIC_URL: address })).toEqual([expect.stringMatching(/^PUBLIC_URL .*sin nada detrás/)]),
);

test('every bad setting is named at once', () => {
  const faults = faultsOf({
    PORT: 'tres mil',
    ROLE: 'todo',
    LOG_LEVEL: 'mucho',
    PASSWORD_MIN: '7',
    SMTP_URL: 'correo',
    METRICS_TOKEN: 'corto',
  });
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    'PORT',
    'SMTP_URL',
    'ROLE',
    'LOG_LEVEL',
    'PASSWORD_MIN',
    'METRICS_TOKEN',
  ]);
});

test.each([
  [{ DATABASE_URL: 'postgres://u@db/c' }, 'JWT_SECRET es obligatorio con DATABASE_URL'],
  [{ STORAGE_URL: 's3://clave:secreto@servidor' }, expect.stringMatching(/^STORAGE_URL .*bucket/)],
  [{ CLAMAV_URL: 'localhost:3310' }, 'CLAMAV_URL debe ser una dirección como tcp://servidor:3310'],
  [{ EVENTS_ALLOW_PRIVATE: 'si' }, 'EVENTS_ALLOW_PRIVATE debe ser true o false'],
  [{ OIDC_ISSUER: 'https://ingreso.gob.ar' }, 'OIDC_CLIENT_ID es obligatorio con OIDC_ISSUER'],
  [{ OIDC_ONLY: 'true' }, 'OIDC_ONLY solo tiene sentido con OIDC_ISSUER'],
  [{ OIDC_NAME: '<b>x</b>' }, expect.stringMatching(/^OIDC_NAME debe tener de 1 a 60/)],
  [{ ROLE: 'web' }, 'ROLE web y worker necesitan DATABASE_URL'],
  [{ JWT_SECRET: 'change-me-change-me-change-me-change-me' }, 'JWT_SECRET es el valor de ejemplo: elija uno propio'],
  [{ JWT_SECRET: 'corto' }, 'JWT_SECRET debe tener al menos 32 caracteres'],
  [{ DATABASE_OWNER_URL: 'postgres://o@db/c' }, 'DATABASE_OWNER_URL solo tiene sentido con DATABASE_URL'],
  [{ DATABASE_READ_URL: 'postgres://o@db/c' }, 'DATABASE_READ_URL solo tiene sentido con DATABASE_URL'],
  [
    { BI_PORT: '5433', DATABASE_URL: 'postgres://u@db/c', JWT_SECRET: 'x'.repeat(32) },
    'BI_PORT no tiene sentido con DATABASE_URL',
  ],
  [{ BI_PORT: '80' }, 'BI_PORT debe ser al menos 1024'],
  [{ CORS_ORIGINS: 'https://a.gob.ar/camino' }, 'CORS_ORIGINS «https://a.gob.ar/camino» no es un origen'],
])('%o is refused', (env, fault) => expect(faultsOf(env as Record<string, string>)).toEqual([fault]));

test('empty values count as absent, and a trailing slash of the public address is dropped', () => {
  expect(readConfig({ SMTP_URL: '', PORT: '', PUBLIC_URL: 'https://c.gob.ar/' })).toMatchObject({
    smtpUrl: undefined,
    port: 3000,
    publicUrl: 'https://c.gob.ar',
  });
});

test('secrets are read from the files that the _FILE settings name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'campanero-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [secret, empty] = [join(folder, 'jwt'), join(folder, 'empty')];
  await writeFile(secret, `${'s'.repeat(40)}\n`);
  await writeFile(empty, '\n');
  expect(readConfig({ JWT_SECRET_FILE: secret }).jwtSecret).toBe('s'.repeat(40));
  expect(faultsOf({ JWT_SECRET_FILE: secret, JWT_SECRET: 'x'.repeat(40) })).toEqual([
    'JWT_SECRET_FILE y JWT_SECRET no pueden estar los dos: deje uno',
  ]);
  expect(faultsOf({ SMTP_URL_FILE: empty, METRICS_TOKEN_FILE: join(folder, 'none') })).toEqual([
    `SMTP_URL_FILE nombra un archivo vacío: ${empty}`,
    `METRICS_TOKEN_FILE no se puede leer: ${join(folder, 'none')} (ENOENT)`,
  ]);
});

const READMES = ['README.md', 'README.es.md'];

test.each(READMES)('%s names every setting that can be read from a file', async (readme) => {
  const sentence = (await lines(readme)).find((line) => line.includes('`_FILE`'));
  for (const name of SECRET_SETTINGS) expect(sentence).toContain(`\`${name}\``);
});

const lines = async (file: string) =>
  (await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8')).split('\n');

const settings = Object.keys(environment.shape).toSorted();

test('.env.example names every setting, and no other', async () => {
  const examples = (await lines('.env.example')).flatMap((line) => /^#?([A-Z_]+)=/.exec(line)?.[1] ?? []);
  expect(examples.toSorted()).toEqual(settings);
});

test.each(READMES)('%s names every setting, and no other', async (readme) => {
  const table = (await lines(readme)).filter((line) => line.startsWith('| `'));
  const told = table.flatMap((line) => [...line.split('|')[1]!.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));
  expect(told.toSorted()).toEqual(settings);
});

test('a file with every line of .env.example says to a shell what it says to compose and systemd', async () => {
  const text = (await lines('.env.example')).map((line) => line.replace(/^#(?=[A-Z_]+=)/, '')).join('\n');
  const wanted = parseEnv(text);
  const shell = execFileSync('sh', ['-ac', `eval "$1"; exec env -0`, 'sh', text], {
    env: { PATH: process.env['PATH'] },
  });
  const heard = Object.fromEntries(
    String(shell)
      .split('\0')
      .map((pair) => pair.split(/=(.*)/s)),
  );
  expect(heard).toMatchObject(wanted);
});
