import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { PASSWORD_MIN } from '@campanero/contract/limits';
import { addressesOf } from './db/connection.ts';

/** The only reader of the environment: features receive values from here, never process.env. */
const POSTGRES = ['postgres:', 'postgresql:'];
const SAMPLE_SECRET = 'change-me-change-me-change-me-change-me';

const isUrl = (text: string, protocols: readonly string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);
/** `form` shows how it is written. */
const url = (form: string, ...protocols: string[]) =>
  z.string().refine((value) => isUrl(value, protocols), { error: `debe ser una dirección como ${form}` });
/** The product serves `/` alone: links with a path, a query or a user would lead nowhere. */
const isOnlyOrigin = (text: string) => {
  if (!URL.canParse(text)) return true;
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
};
const WEB_FORM = 'https://sistema.ciudad.gob.ar/api';
/** With all its parts: without a key or a bucket the service refuses with words that nobody understands. */
const isBucket = (text: string) => {
  if (!isUrl(text, ['s3:'])) return false;
  const { username, password, hostname, pathname } = new URL(text);
  return [username, password, hostname].every(Boolean) && /^\/[^/]+\/?$/.test(pathname);
};
const storageUrl = z
  .string()
  .refine((value) => isUrl(value, ['file:']) || isBucket(value), {
    error:
      'debe ser una dirección como s3://clave:secreto@servidor/bucket?region=us-east-1, o file:///carpeta/compartida',
  });
/** One server or several: `postgres://user:password@db1:5432,db2:5432/base`. */
const databaseUrl = z
  .string()
  .refine((value) => addressesOf(value).every((address) => isUrl(address, POSTGRES)), {
    error:
      'debe ser una dirección postgres://usuario:clave@servidor:puerto/base; varios servidores se separan con comas',
  });
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `debe ser un número entero entre ${min} y ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `debe ser al menos ${min}`).max(max, `debe ser como mucho ${max}`));
const yesNo = z.enum(['true', 'false'], { error: 'debe ser true o false' }).transform((value) => value === 'true');

const list = (value = '') =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
/** An address, `10.0.0.0/8`, or one of the names that Fastify's proxy rule knows. */
const isNetwork = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const isMaskRight = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || (version !== 0 && isMaskRight && rest.length === 0);
};

/** What can be set; the README and `.env.example` name them all. */
export const environment = z
  .object({
    PORT: integer(0, 65_535).default(3000),
    /** Absent: the data decide (process/listen-host.ts). */
    HOST: z.string().optional(),
    /** Where people reach the product; the base of every link in a mail. */
    PUBLIC_URL: url('https://campanero.ciudad.gob.ar', 'http:', 'https:')
      .refine(isOnlyOrigin, {
        error: 'debe ser la dirección sin nada detrás del nombre, como https://campanero.ciudad.gob.ar',
      })
      .optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_OWNER_URL: databaseUrl.optional(),
    /** Replicas of that database that take heavy readings off it. */
    DATABASE_READ_URL: databaseUrl.optional(),
    SEED: z.enum(['base', 'demo'], { error: 'debe ser base o demo' }).optional(),
    ADMIN_EMAIL: z.email({ error: 'debe ser un correo' }).optional(),
    ADMIN_PASSWORD: z.string().min(PASSWORD_MIN, `debe tener al menos ${PASSWORD_MIN} caracteres`).optional(),
    /** Absent only with the embedded database: made and kept in DATA_DIR by then. */
    JWT_SECRET: z
      .string()
      .min(32, 'debe tener al menos 32 caracteres')
      .refine((secret) => secret !== SAMPLE_SECRET, { error: 'es el valor de ejemplo: elija uno propio' })
      .optional(),
    /** The key before the present one: its tokens are still accepted until they expire. */
    JWT_SECRET_PREVIOUS: z.string().min(32, 'debe tener al menos 32 caracteres').optional(),
    SMTP_URL: url(
      'smtp://usuario:clave@servidor:587, o smtps://usuario:clave@servidor:465',
      'smtp:',
      'smtps:',
    ).optional(),
    MAIL_FROM: z.string().min(3).optional(),
    STORAGE_URL: storageUrl.optional(),
    ORION_URL: url(WEB_FORM, 'http:', 'https:').optional(),
    FORMS_URL: url(WEB_FORM, 'http:', 'https:').optional(),
    ROLE: z.enum(['all', 'web', 'worker'], { error: 'debe ser all, web o worker' }).default('all'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'debe ser fatal, error, warn, info, debug, trace o silent',
      })
      .default('info'),
    /** Addresses or networks of the reverse proxy. Without it X-Forwarded-* is ignored, because anybody can send it. */
    TRUSTED_PROXY: z.string().optional(),
    ALLOW_REGISTRATION: yesNo.default(false),
    PASSWORD_MIN: integer(8, 64).default(PASSWORD_MIN),
    /** Requests a minute and user. */
    RATE_LIMIT: integer(1, 1_000_000).default(1200),
    /** Different contacts that an operator may be shown in an hour before the administrators are notified. */
    CONTACT_READS_ALERT: integer(1, 1_000_000).default(300),
    /** The same for those who manage campaigns: they page through whole audiences. */
    CONTACT_READS_ALERT_MANAGERS: integer(1, 1_000_000).default(2000),
    INACTIVITY_ALERT_MINUTES: integer(1, 1_440).default(10),
    AUDIT_HEAD_MAIL: yesNo.default(false),
    STOP_PAUSE_SECONDS: integer(0, 300).default(0),
    METRICS_TOKEN: z.string().min(16, 'debe tener al menos 16 caracteres').optional(),
    /** The city's sign-in (OpenID Connect); without it there is none. */
    OIDC_ISSUER: url('https://ingreso.ciudad.gob.ar/realms/personal', 'http:', 'https:').optional(),
    OIDC_CLIENT_ID: z.string().max(200).optional(),
    OIDC_CLIENT_SECRET: z.string().max(500).optional(),
    /** Completes the button: "Entrar con …". Stands in the page, so without the characters of HTML. */
    OIDC_NAME: z
      .string()
      .regex(/^[^<>&"'\p{Cc}]{1,60}$/u, 'debe tener de 1 a 60 caracteres en una línea, sin < > & ni comillas')
      .default('la cuenta de la ciudad'),
    /** Nobody signs in with a password. */
    OIDC_ONLY: yesNo.default(false),
    CLAMAV_URL: url('tcp://servidor:3310', 'tcp:').optional(),
    /** Lets events go to addresses inside the network, also without TLS. */
    EVENTS_ALLOW_PRIVATE: yesNo.default(false),
    /** Where, on this machine, reports connect to the embedded database (docs/operations/bi.md). */
    BI_PORT: integer(1024, 65_535).optional(),
    CORS_ORIGINS: z.string().optional(),
  })
  .superRefine((env, refuse) => {
    const fault = (path: string, message: string) => refuse.addIssue({ code: 'custom', path: [path], message });
    if (env.DATABASE_URL && !env.JWT_SECRET) fault('JWT_SECRET', 'es obligatorio con DATABASE_URL');
    if (env.DATABASE_OWNER_URL && !env.DATABASE_URL) fault('DATABASE_OWNER_URL', 'solo tiene sentido con DATABASE_URL');
    if (env.DATABASE_READ_URL && !env.DATABASE_URL) fault('DATABASE_READ_URL', 'solo tiene sentido con DATABASE_URL');
    if (env.BI_PORT && env.DATABASE_URL) fault('BI_PORT', 'no tiene sentido con DATABASE_URL');
    if (env.ROLE !== 'all' && !env.DATABASE_URL) fault('ROLE', 'web y worker necesitan DATABASE_URL');
    if (env.SEED === 'base' && !env.ADMIN_EMAIL && !env.DATABASE_URL)
      fault('ADMIN_EMAIL', 'es obligatorio con SEED=base');
    if (env.OIDC_ISSUER && !env.OIDC_CLIENT_ID) fault('OIDC_CLIENT_ID', 'es obligatorio con OIDC_ISSUER');
    for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ONLY'] as const)
      if (env[name] && !env.OIDC_ISSUER) fault(name, 'solo tiene sentido con OIDC_ISSUER');
    for (const proxy of list(env.TRUSTED_PROXY))
      if (!isNetwork(proxy)) fault('TRUSTED_PROXY', `«${proxy}» no es una dirección ni una red`);
    for (const origin of env.CORS_ORIGINS?.split(',') ?? [])
      if (!URL.canParse(origin.trim()) || new URL(origin.trim()).origin !== origin.trim())
        fault('CORS_ORIGINS', `«${origin.trim()}» no es un origen`);
  });

type Environment = z.infer<typeof environment>;
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;
type Settings = { [Name in keyof Environment as CamelCase<Name>]: Environment[Name] };
const toCamelCase = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

export class ConfigError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`Configuración inválida:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** Settings that hold a secret: `NAME_FILE` names a file with the value, as Docker and Kubernetes hand secrets out. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_READ_URL',
  'ADMIN_PASSWORD',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'SMTP_URL',
  'STORAGE_URL',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
] as const;

/** Replaces each `NAME_FILE` by `NAME` with the file's text, without the line end that editors add. */
function readSecretFiles(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const values = { ...env };
  const faults: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) faults.push(`${name}_FILE y ${name} no pueden estar los dos: deje uno`);
    try {
      values[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (!values[name]) faults.push(`${name}_FILE nombra un archivo vacío: ${path}`);
    } catch (error) {
      faults.push(`${name}_FILE no se puede leer: ${path} (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return values;
}

/** `PUBLIC_URL` is `publicUrl`, and so on. Empty values count as absent. */
export function readConfig(env: Record<string, string | undefined>) {
  const values = Object.entries(readSecretFiles(env)).filter(([, value]) => value !== '');
  const parsed = environment.safeParse(Object.fromEntries(values));
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  const given = parsed.data;
  const names = Object.keys(environment.shape) as (keyof Environment)[];
  const settings = Object.fromEntries(names.map((name) => [toCamelCase(name), given[name]])) as Settings;
  const publicUrl = (given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).replace(/\/+$/, '');
  return {
    ...settings,
    publicUrl,
    dataDir: resolve(given.DATA_DIR),
    seed: given.SEED ?? (given.DATABASE_URL ? 'base' : 'demo'),
    mailFrom: given.MAIL_FROM ?? `Campanero <campanero@${new URL(publicUrl).hostname}>`,
    trustedProxy: list(given.TRUSTED_PROXY),
    corsOrigins: list(given.CORS_ORIGINS),
  };
}
export type Config = ReturnType<typeof readConfig>;
