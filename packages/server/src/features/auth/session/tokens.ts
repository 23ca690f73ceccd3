import { errors, jwtVerify, SignJWT, type CryptoKey } from 'jose';
import { z } from 'zod';
import type { Config } from '../../../config.ts';
import type { SessionToken } from '../auth.queries.ts';

/**
 * The session token: a JWT that names a session row and which of its rotations it is, and nothing more. Roles are not in it:
 * they are read at each request. One algorithm, one type; whatever else a token claims, it is no session.
 */
const ALGORITHM = 'HS256';
const ISSUER = 'campanero';
const AUDIENCE = 'campanero-api';
const TYPE = 'session+jwt';
/** Strict: a header that brings or names a key (jwk, jku, kid …) is refused, even with a valid signature. */
const Header = z.strictObject({ alg: z.literal(ALGORITHM), typ: z.literal(TYPE) });
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const Claims = z.object({
  sub: z.string().regex(/^[1-9]\d{0,9}$/),
  sid: z.string().regex(UUID),
  jti: z.string().regex(UUID),
});

type Secrets = Pick<Config, 'jwtSecret' | 'jwtSecretPrevious'>;

/** Imported once: importing it again for each request would cost more than verifying. */
const keys = new Map<string, Promise<CryptoKey>>();
function keyOf(secret: string): Promise<CryptoKey> {
  const found = keys.get(secret);
  if (found) return found;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = crypto.subtle.importKey('raw', new TextEncoder().encode(secret), hmac, false, ['sign', 'verify']);
  keys.set(secret, key);
  return key;
}
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

export async function signToken(
  { jwtSecret }: Secrets,
  token: SessionToken & { issuedAt: Date; expiresAt: Date },
): Promise<string> {
  // main.ts makes one before anything is served; signing with an empty key must never be possible.
  if (!jwtSecret) throw new Error('there is no JWT secret');
  return new SignJWT({ sid: token.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(String(token.userId))
    .setJti(token.tokenId)
    .setIssuedAt(seconds(token.issuedAt))
    .setNotBefore(seconds(token.issuedAt))
    .setExpirationTime(seconds(token.expiresAt))
    .sign(await keyOf(jwtSecret));
}

/**
 * The token's claims, or null for anything that is not a token of ours, of this kind and valid now. While a key is being
 * replaced, what the previous one signed lives on until it expires.
 */
export async function readToken(secrets: Secrets, token: string, now: Date): Promise<SessionToken | null> {
  if (!isOneSpelling(token)) return null;
  for (const secret of [secrets.jwtSecret, secrets.jwtSecretPrevious]) {
    const read = secret ? await verifyWith(await keyOf(secret), token, now) : null;
    if (read) return read;
  }
  return null;
}

const PART = /^[\w-]+$/;

/**
 * A token has one spelling: three parts of base64url without padding or spare bits. Decoders forgive both, and then several
 * texts (`…x=`) would pass for the same token.
 */
function isOneSpelling(token: string): boolean {
  const parts = token.split('.');
  return (
    parts.length === 3 &&
    parts.every((part) => PART.test(part) && Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}

async function verifyWith(key: CryptoKey, token: string, now: Date): Promise<SessionToken | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['iat', 'nbf', 'exp'],
      currentDate: now,
    });
    const claims = Claims.safeParse(payload);
    if (!claims.success || !Header.safeParse(protectedHeader).success) return null;
    return { userId: Number(claims.data.sub), sessionId: claims.data.sid, tokenId: claims.data.jti };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
