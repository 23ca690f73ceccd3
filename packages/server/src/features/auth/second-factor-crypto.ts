import crypto from 'node:crypto';

/** TOTP as every authenticator app computes it: HOTP (RFC 4226) over steps of 30 seconds (RFC 6238), SHA-1, six digits. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Allows for clock drift of one step and for codes typed as they change. */
const DRIFT_STEPS = [0, -1, 1];

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

export function hotp(secret: Buffer, counter: number, digits: number = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = crypto.createHmac('sha1', secret).update(message).digest();
  const offset = mac[mac.length - 1]! & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step of this code, at most one away from now; null for a wrong code. */
export function matchStep(secret: Buffer, code: string, now: Date): number | null {
  const typed = Buffer.from(code);
  const isCodeOf = (step: number) => {
    const right = Buffer.from(hotp(secret, step));
    return typed.length === right.length && crypto.timingSafeEqual(typed, right);
  };
  return DRIFT_STEPS.map((drift) => stepAt(now) + drift).find(isCodeOf) ?? null;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

const ISSUER = 'Campanero';
/** Default algorithm, digits and period are left out: a shorter URI makes a QR code that scans more easily. */
export const otpauthUri = (email: string, secret: string): string =>
  `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?secret=${secret}&issuer=${ISSUER}`;

export const createSecret = (): Buffer => crypto.randomBytes(20);

/** Of sealed secrets (work/sealed-secrets.ts). */
export const factorOwner = (id: number) => ({ purpose: 'second factor', id }) as const;

// ---- Recovery codes

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 16;

/** 128 random bits each; older codes of 80 bits stay valid. Not derived from a key, so they survive a change of JWT_SECRET. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    toBase32(crypto.randomBytes(RECOVERY_BYTES))
      .match(/.{1,4}/g)!
      .join('-'),
  );

/** Accepts any case, missing hyphens and digits typed for similar letters. */
const normalise = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[018]/g, (digit) => ({ '0': 'O', '1': 'I', '8': 'B' })[digit]!);

/** A fast hash is enough for random codes of this length. */
export const hashRecoveryCode = (code: string): Buffer => crypto.createHash('sha256').update(normalise(code)).digest();

const withoutSpaces = (typed: string) => typed.replace(/[\s-]/g, '');
/** Digits only: a code of the app. Anything else is read as a recovery code. */
export const isAppCode = (typed: string) => /^\d+$/.test(withoutSpaces(typed));
export const readAppCode = withoutSpaces;
