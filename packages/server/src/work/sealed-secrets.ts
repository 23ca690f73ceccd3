import crypto from 'node:crypto';
import type { Config } from '../config.ts';

type Keys = Pick<Config, 'jwtSecret' | 'jwtSecretPrevious'>;
/** The owner is authenticated data: copied to another row, the secret does not decrypt. */
type Owner = { purpose: 'second factor' | 'event subscription' | 'directory'; id: number | string };

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derived from the installation's signing key, so that a database dump alone reveals no secret. */
const keyFrom = (jwtSecret: string, { purpose }: Owner) =>
  Buffer.from(crypto.hkdfSync('sha256', jwtSecret, '', `campanero ${purpose} secret`, 32));

export function sealSecret({ jwtSecret }: Keys, owner: Owner, secret: Buffer): Buffer {
  if (!jwtSecret) throw new Error('there is no JWT secret');
  const nonce = crypto.randomBytes(NONCE_BYTES);
  const cipher = crypto.createCipheriv(CIPHER, keyFrom(jwtSecret, owner), nonce).setAAD(Buffer.from(String(owner.id)));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Null when the signing key was replaced without setting JWT_SECRET_PREVIOUS. */
export function openSecret(keys: Keys, owner: Owner, sealed: Buffer) {
  for (const jwtSecret of [keys.jwtSecret, keys.jwtSecretPrevious]) {
    const secret = jwtSecret ? openWith(keyFrom(jwtSecret, owner), owner, sealed) : null;
    if (secret) return { secret, isUnderPreviousKey: jwtSecret !== keys.jwtSecret };
  }
  return null;
}

function openWith(key: Buffer, { id }: Owner, sealed: Buffer): Buffer | null {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = crypto
      .createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(String(id)))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
