import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { Config } from '../../config.ts';

/**
 * One-time codes as authenticator apps compute them: HOTP (RFC 4226) over time steps of 30 seconds (RFC 6238), SHA-1, six digits,
 * which is what every app takes. A few lines on node:crypto, checked against the vectors of both RFCs: a library would bring more
 * code than it spares.
 */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** A phone whose clock is off by up to one step, or a code typed as it changes. */
const DRIFT_STEPS = [0, -1, 1];

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

export function hotp(secret: Buffer, counter: number, digits: number = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = mac[mac.length - 1]! & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step whose code this is, now or one step to either side; null when it is none of them. */
export function matchStep(secret: Buffer, code: string, now: Date): number | null {
  const typed = Buffer.from(code);
  const isCodeOf = (step: number) => {
    const right = Buffer.from(hotp(secret, step));
    return typed.length === right.length && timingSafeEqual(typed, right);
  };
  return DRIFT_STEPS.map((drift) => stepAt(now) + drift).find(isCodeOf) ?? null;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

const ISSUER = 'Campanero';
/** What the QR code says. Algorithm, digits and period are what every app assumes: left out, the QR code is coarser to scan. */
export const otpauthUri = (email: string, secret: string): string =>
  `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?secret=${secret}&issuer=${ISSUER}`;

export const createSecret = (): Buffer => randomBytes(20);

// ---- Secrets at rest

type Keys = Pick<Config, 'jwtSecret' | 'jwtSecretPrevious'>;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derived from the installation's signing key: a stolen copy of the database alone holds no usable secret. */
const keyFrom = (jwtSecret: string) =>
  Buffer.from(hkdfSync('sha256', jwtSecret, '', 'campanero second factor secret', 32));

/** Bound to its user: moved to another row, it does not open. */
export function sealSecret({ jwtSecret }: Keys, userId: number, secret: Buffer): Buffer {
  if (!jwtSecret) throw new Error('there is no JWT secret');
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(jwtSecret), nonce).setAAD(Buffer.from(String(userId)));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Null when the signing key was replaced without naming the one before it (JWT_SECRET_PREVIOUS). */
export function openSecret(
  keys: Keys,
  userId: number,
  sealed: Buffer,
): { secret: Buffer; isUnderPreviousKey: boolean } | null {
  for (const jwtSecret of [keys.jwtSecret, keys.jwtSecretPrevious]) {
    const secret = jwtSecret ? openWith(keyFrom(jwtSecret), userId, sealed) : null;
    if (secret) return { secret, isUnderPreviousKey: jwtSecret !== keys.jwtSecret };
  }
  return null;
}

function openWith(key: Buffer, userId: number, sealed: Buffer): Buffer | null {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(String(userId)))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

// ---- Recovery codes

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 16;

/** Ten codes of 128 random bits, in groups of four; those of 80 bits that were given before stay valid until used or renewed. Not derived from any key: they outlive a change of JWT_SECRET. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    toBase32(randomBytes(RECOVERY_BYTES))
      .match(/.{1,4}/g)!
      .join('-'),
  );

/** As people type it: any case, with or without hyphens, with the digits that look like letters of the alphabet. */
const normalise = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[018]/g, (digit) => ({ '0': 'O', '1': 'I', '8': 'B' })[digit]!);

/** A plain hash is enough for so many random bits: there is nothing to guess. */
export const hashRecoveryCode = (code: string): Buffer => createHash('sha256').update(normalise(code)).digest();

const withoutSpaces = (typed: string) => typed.replace(/[\s-]/g, '');
/** Only digits: meant as a code of the app; anything else is meant as a recovery code. */
export const isAppCode = (typed: string) => /^\d+$/.test(withoutSpaces(typed));
export const readAppCode = withoutSpaces;
