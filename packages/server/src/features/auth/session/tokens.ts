import { errors, jwtVerify, SignJWT, type CryptoKey } from 'jose';
import { z } from 'zod';
import type { Config } from '../../../config.ts';
import type { SessionToken } from '../auth.queries.ts';

/** The session token is a JWT with the session's id and its rotation. Roles are not in it: they are read at each request. */
const ALGORITHM = 'HS256';
const ISSUER = 'campanero';
const AUDIENCE = 'campanero-api';
const TYPE = 'session+jwt';
/** Strict: a header with a key or a key reference (jwk, jku, kid …) is refused, even with a valid signature. */
const Header = z.strictObject({ alg: z.literal(ALGORITHM), typ: z.literal(TYPE) });
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const Claims = z.object({
  sub: z.string().regex(/^[1-9]\d{0,9}$/),
  sid: z.string().regex(UUID),
  jti: z.string().regex(UUID),
});

type Secrets = Pick<Config, 'jwtSecret' | 'jwtSecretPrevious'>;

/** Cached: importing a key costs more than verifying with it. */
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

export async function signToken({ jwtSecret }: Secrets, token: SessionToken & { issuedAt: Date; expiresAt: Date }) {
  // main.ts creates one before listening; signing with an empty key must never be possible.
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

/** The token's claims, or null when it is not valid now. Tokens signed with the previous key are valid until they expire. */
export async function readToken(secrets: Secrets, token: string, now: Date): Promise<SessionToken | null> {
  if (!isCanonical(token)) return null;
  for (const secret of [secrets.jwtSecret, secrets.jwtSecretPrevious]) {
    const read = secret ? await verifyWith(await keyOf(secret), token, now) : null;
    if (read) return read;
  }
  return null;
}

const PART = /^[\w-]+$/;

/** Canonical base64url: decoders ignore padding and spare bits, so that several texts would be accepted as the same token. */
function isCanonical(token: string): boolean {
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
