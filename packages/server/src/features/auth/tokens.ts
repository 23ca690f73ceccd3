import { createHmac, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Config } from '../../config.ts';

/**
 * The session token: a JWT that names a session row and which of its rotations it is, and nothing more. Roles are not in it
 * (SEC-20). One algorithm, one type; whatever else a token claims, it is no session (SEC-17, SEC-18).
 */
const ALGORITHM = 'HS256';
const ISSUER = 'campanero';
const AUDIENCE = 'campanero-api';
const TYPE = 'session+jwt';
const HEADER = Buffer.from(JSON.stringify({ alg: ALGORITHM, typ: TYPE })).toString('base64url');
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const Claims = z.object({
  iss: z.literal(ISSUER),
  aud: z.literal(AUDIENCE),
  sub: z.string().regex(/^[1-9]\d{0,9}$/),
  sid: z.string().regex(UUID),
  jti: z.string().regex(UUID),
  iat: z.number(),
  nbf: z.number(),
  exp: z.number(),
});

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
export function readToken(secrets: Secrets, token: string, now: Date): SessionToken | null {
  const claims =
    verifyWith(signingKey(secrets), token) ??
    // Overlap while a key is being replaced: what the old one signed lives on until it expires (SEC-52).
    (secrets.jwtSecretPrevious ? verifyWith(keyOf(secrets.jwtSecretPrevious), token) : null);
  const read = Claims.safeParse(claims);
  if (!read.success) return null;
  const { sub, sid, jti, nbf, exp } = read.data;
  const isValidNow = nbf <= seconds(now) && exp > seconds(now);
  return isValidNow ? { userId: Number(sub), sessionId: sid, tokenId: jti } : null;
}

/**
 * What a token says, if this key signed it; the library that signs would take ten times as long, in threads that the database
 * needs (docs/decisions/016-cost-of-a-request.md). The header is not read but compared: ours has one spelling, so no other
 * algorithm, type, key or critical extension can be asked for, and nothing of a token is looked at before its signature fits.
 */
function verifyWith(key: Uint8Array, token: string): unknown {
  const [header, payload, signature, ...more] = token.split('.');
  if (header !== HEADER || payload === undefined || signature === undefined || more.length > 0) return null;
  const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
  if (!isSame(expected, signature)) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
}

const isSame = (expected: string, given: string) => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
};
