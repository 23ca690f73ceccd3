import { jwtVerify, SignJWT, type JWTVerifyResult } from 'jose';
import type { Config } from '../../config.ts';

/**
 * The session token: a JWT that names a session row and which of its rotations it is, and nothing more. Roles are not in it
 * (SEC-20). One algorithm, one type; whatever else a token claims, it is no session (SEC-17, SEC-18).
 */
const ALGORITHM = 'HS256';
const ISSUER = 'campanero';
const AUDIENCE = 'campanero-api';
const TYPE = 'session+jwt';
const HEADERS = new Set(['alg', 'typ']);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export interface SessionToken {
  userId: number;
  sessionId: string;
  tokenId: string;
}
type Secrets = Pick<Config, 'jwtSecret' | 'jwtSecretPrevious'>;

const keyOf = (secret: string) => new TextEncoder().encode(secret);
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

function signingKey({ jwtSecret }: Secrets): Uint8Array {
  // main.ts makes one before anything is served; signing with an empty key must never be possible.
  if (!jwtSecret) throw new Error('there is no JWT secret');
  return keyOf(jwtSecret);
}

export function signToken(
  secrets: Secrets,
  token: SessionToken & { issuedAt: Date; expiresAt: Date },
): Promise<string> {
  return new SignJWT({ sid: token.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(String(token.userId))
    .setJti(token.tokenId)
    .setIssuedAt(seconds(token.issuedAt))
    .setNotBefore(seconds(token.issuedAt))
    .setExpirationTime(seconds(token.expiresAt))
    .sign(signingKey(secrets));
}

/** The token's claims, or null for anything that is not a token of ours, of this kind and valid now. */
export async function readToken(secrets: Secrets, token: string, now: Date): Promise<SessionToken | null> {
  const verified =
    (await verifyWith(signingKey(secrets), token, now)) ??
    // Overlap while a key is being replaced: what the old one signed lives on until it expires (SEC-52).
    (secrets.jwtSecretPrevious ? await verifyWith(keyOf(secrets.jwtSecretPrevious), token, now) : null);
  if (!verified) return null;
  const { payload, protectedHeader } = verified;
  if (Object.keys(protectedHeader).some((name) => !HEADERS.has(name))) return null;
  const { sub = '', sid, jti = '' } = payload;
  if (!/^[1-9]\d{0,9}$/.test(sub) || typeof sid !== 'string' || !UUID.test(sid) || !UUID.test(jti)) return null;
  return { userId: Number(sub), sessionId: sid, tokenId: jti };
}

async function verifyWith(key: Uint8Array, token: string, now: Date): Promise<JWTVerifyResult | null> {
  try {
    return await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'jti', 'iat', 'nbf', 'exp'],
    });
  } catch {
    return null;
  }
}
