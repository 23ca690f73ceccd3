import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { PASSWORD_MIN } from '@campanero/contract/limits';
import { addressesOf } from './db/connection.ts';

/**
 * The only reader of the environment. Parsed once; every bad setting is named at once. Features receive values from here,
 * never process.env.
 */
const POSTGRES = ['postgres:', 'postgresql:'];
const SAMPLE_SECRET = 'change-me-change-me-change-me-change-me';

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((given) => (given === undefined || given === '' ? value : given), schema);
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

const list = (value: string | undefined) =>
  value
    ? value
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean)
    : [];
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
    PORT: withDefault(integer(0, 65_535), '3000'),
    HOST: optional(z.string()),
    PUBLIC_URL: optional(
      url('https://campanero.ciudad.gob.ar', 'http:', 'https:').refine(isOnlyOrigin, {
        error: 'debe ser la dirección sin nada detrás del nombre, como https://campanero.ciudad.gob.ar',
      }),
    ),
    DATA_DIR: withDefault(z.string().min(1), './data'),
    DATABASE_URL: optional(databaseUrl),
    DATABASE_OWNER_URL: optional(databaseUrl),
    DATABASE_READ_URL: optional(databaseUrl),
    SEED: optional(z.enum(['base', 'demo'], { error: 'debe ser base o demo' })),
    ADMIN_EMAIL: optional(z.email({ error: 'debe ser un correo' })),
    ADMIN_PASSWORD: optional(z.string().min(PASSWORD_MIN, `debe tener al menos ${PASSWORD_MIN} caracteres`)),
    JWT_SECRET: optional(
      z
        .string()
        .min(32, 'debe tener al menos 32 caracteres')
        .refine((secret) => secret !== SAMPLE_SECRET, { error: 'es el valor de ejemplo: elija uno propio' }),
    ),
    /** The key before the present one: its tokens are still accepted until they expire. */
    JWT_SECRET_PREVIOUS: optional(z.string().min(32, 'debe tener al menos 32 caracteres')),
    SMTP_URL: optional(
      url('smtp://usuario:clave@servidor:587, o smtps://usuario:clave@servidor:465', 'smtp:', 'smtps:'),
    ),
    MAIL_FROM: optional(z.string().min(3)),
    STORAGE_URL: optional(storageUrl),
    ORION_URL: optional(url(WEB_FORM, 'http:', 'https:')),
    FORMS_URL: optional(url(WEB_FORM, 'http:', 'https:')),
    ROLE: withDefault(z.enum(['all', 'web', 'worker'], { error: 'debe ser all, web o worker' }), 'all'),
    LOG_LEVEL: withDefault(
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'debe ser fatal, error, warn, info, debug, trace o silent',
      }),
      'info',
    ),
    /**
     * Addresses or networks of the reverse proxy, comma-joined; without it X-Forwarded-* is ignored, because anybody can
     * send it.
     */
    TRUSTED_PROXY: optional(z.string()),
    ALLOW_REGISTRATION: withDefault(yesNo, 'false'),
    PASSWORD_MIN: withDefault(integer(8, 64), String(PASSWORD_MIN)),
    RATE_LIMIT: withDefault(integer(1, 1_000_000), '1200'),
    CONTACT_READS_ALERT: withDefault(integer(1, 1_000_000), '300'),
    CONTACT_READS_ALERT_MANAGERS: withDefault(integer(1, 1_000_000), '2000'),
    INACTIVITY_ALERT_MINUTES: withDefault(integer(1, 1_440), '10'),
    AUDIT_HEAD_MAIL: withDefault(yesNo, 'false'),
    STOP_PAUSE_SECONDS: withDefault(integer(0, 300), '0'),
    METRICS_TOKEN: optional(z.string().min(16, 'debe tener al menos 16 caracteres')),
    CLAMAV_URL: optional(url('tcp://servidor:3310', 'tcp:')),
    CORS_ORIGINS: optional(z.string()),
  })
  .superRefine((env, refuse) => {
    const fault = (path: string, message: string) => refuse.addIssue({ code: 'custom', path: [path], message });
    if (env.DATABASE_URL && !env.JWT_SECRET) fault('JWT_SECRET', 'es obligatorio con DATABASE_URL');
    if (env.DATABASE_OWNER_URL && !env.DATABASE_URL) fault('DATABASE_OWNER_URL', 'solo tiene sentido con DATABASE_URL');
    if (env.DATABASE_READ_URL && !env.DATABASE_URL) fault('DATABASE_READ_URL', 'solo tiene sentido con DATABASE_URL');
    if (env.ROLE !== 'all' && !env.DATABASE_URL) fault('ROLE', 'web y worker necesitan DATABASE_URL');
    if (env.SEED === 'base' && !env.ADMIN_EMAIL && !env.DATABASE_URL)
      fault('ADMIN_EMAIL', 'es obligatorio con SEED=base');
    for (const proxy of list(env.TRUSTED_PROXY))
      if (!isNetwork(proxy)) fault('TRUSTED_PROXY', `«${proxy}» no es una dirección ni una red`);
    for (const origin of env.CORS_ORIGINS?.split(',') ?? [])
      if (!URL.canParse(origin.trim()) || new URL(origin.trim()).origin !== origin.trim())
        fault('CORS_ORIGINS', `«${origin.trim()}» no es un origen`);
  });

export interface Config {
  port: number;
  /** Undefined: the data decide (process/listen-host.ts). */
  host: string | undefined;
  /** Where people reach the product; the base of every link in a mail. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  /** Replicas of that database that take heavy readings off it. */
  databaseReadUrl: string | undefined;
  seed: 'base' | 'demo';
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  /** Undefined only with the embedded database: made and kept in dataDir by then. */
  jwtSecret: string | undefined;
  jwtSecretPrevious: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  storageUrl: string | undefined;
  orionUrl: string | undefined;
  formsUrl: string | undefined;
  role: 'all' | 'web' | 'worker';
  logLevel: string;
  trustedProxy: string[];
  allowRegistration: boolean;
  passwordMin: number;
  /** Requests a minute and user. */
  rateLimit: number;
  /** Different contacts that an operator may be shown in an hour, lists included, before the administrators are notified. */
  contactReadsAlert: number;
  /** The same for those who manage campaigns: they page through whole audiences. */
  contactReadsAlertManagers: number;
  /** On the live board: after how long without a registration there is an alert. */
  inactivityAlertMinutes: number;
  /** Whether the administrators get the end of the audit chain by mail, once a day. */
  auditHeadMail: boolean;
  /** How long a node that was told to stop still serves while it says that it is not ready: its proxy has time to notice. */
  stopPauseSeconds: number;
  metricsToken: string | undefined;
  clamavUrl: string | undefined;
  corsOrigins: string[];
}

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

export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(readSecretFiles(env));
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  const given = parsed.data;
  const seed = given.SEED ?? (given.DATABASE_URL ? 'base' : 'demo');
  const publicUrl = (given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).replace(/\/+$/, '');
  return {
    port: given.PORT,
    host: given.HOST,
    publicUrl,
    dataDir: resolve(given.DATA_DIR),
    databaseUrl: given.DATABASE_URL,
    databaseOwnerUrl: given.DATABASE_OWNER_URL,
    databaseReadUrl: given.DATABASE_READ_URL,
    seed,
    adminEmail: given.ADMIN_EMAIL,
    adminPassword: given.ADMIN_PASSWORD,
    jwtSecret: given.JWT_SECRET,
    jwtSecretPrevious: given.JWT_SECRET_PREVIOUS,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? `Campanero <campanero@${new URL(publicUrl).hostname}>`,
    storageUrl: given.STORAGE_URL,
    orionUrl: given.ORION_URL,
    formsUrl: given.FORMS_URL,
    role: given.ROLE,
    logLevel: given.LOG_LEVEL,
    trustedProxy: list(given.TRUSTED_PROXY),
    allowRegistration: given.ALLOW_REGISTRATION,
    passwordMin: given.PASSWORD_MIN,
    rateLimit: given.RATE_LIMIT,
    contactReadsAlert: given.CONTACT_READS_ALERT,
    contactReadsAlertManagers: given.CONTACT_READS_ALERT_MANAGERS,
    inactivityAlertMinutes: given.INACTIVITY_ALERT_MINUTES,
    auditHeadMail: given.AUDIT_HEAD_MAIL,
    stopPauseSeconds: given.STOP_PAUSE_SECONDS,
    metricsToken: given.METRICS_TOKEN,
    clamavUrl: given.CLAMAV_URL,
    corsOrigins: list(given.CORS_ORIGINS),
  };
}
