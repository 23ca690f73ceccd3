import { createRemoteJWKSet, customFetch, decodeJwt, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { AppError, type Ctx, transact, userAudit } from '../../../work/index.ts';
import { opaqueName } from './claims.ts';
import { endDirectorySessions, findIdentity, listIdentitiesOfSession, rememberLogout } from './directory.queries.ts';
import { CLOCK_TOLERANCE_SECONDS, directoryConfigOf, explained, fetchBounded, readMetadata } from './issuer.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** An older token says nothing about the sessions of now. */
const AGE_SECONDS = 300;
const SIGNED = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]);

const NAME_MAX = 300;
const Claims = z
  .object({
    iss: z.string(),
    jti: opaqueName(NAME_MAX),
    sub: opaqueName(NAME_MAX).optional(),
    sid: opaqueName(NAME_MAX).optional(),
    events: z.object({ [EVENT]: z.object({}) }),
    // Else an ID token could pass as a logout token.
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/** OpenID Connect Back-Channel Logout 1.0: the issuer says that a person left, from server to server. */
export async function logOutFromDirectory(ctx: Ctx, token: string): Promise<void> {
  const { iss: issuer, jti, sub, sid } = await readLogoutToken(ctx, token);
  const named = sub === undefined ? undefined : await findIdentity(ctx.db, issuer, sub);
  const identities = sub === undefined ? await listIdentitiesOfSession(ctx.db, issuer, sid!) : named ? [named] : [];
  await transact(ctx, { remember: false }, async ({ trx, now, auditEach, afterCommit }) => {
    if (!(await rememberLogout(trx, issuer, jti, now))) throw new AppError('DIRECTORY_LOGOUT_REFUSED');
    const records = [];
    for (const { id, userId } of identities) {
      const ended = await endDirectorySessions(trx, { identityId: id, issuerSession: sid }, now);
      if (ended.length === 0) continue;
      afterCommit(() => ctx.publish.endSessions(ended));
      records.push(
        userAudit(userId, 'ACCIÓN', {
          userId,
          after: { Acción: 'Salida avisada por el directorio', 'Sesiones cerradas': ended.length },
        }),
      );
    }
    await auditEach(records);
  });
}

async function readLogoutToken(ctx: Ctx, token: string): Promise<z.infer<typeof Claims>> {
  const { oidcIssuer, oidcClientId } = directoryConfigOf(ctx.config);
  const refuse = (cause?: unknown) => new AppError('DIRECTORY_LOGOUT_REFUSED', { cause });
  // Before anything is fetched because of it.
  if (!isFor(token, oidcClientId)) throw refuse();
  const metadata = await explained(() => readMetadata(ctx));
  const algorithms = (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) => SIGNED.has(name));
  try {
    const { payload } = await jwtVerify(token, keysAt(metadata.jwks_uri ?? oidcIssuer), {
      issuer: metadata.issuer,
      audience: oidcClientId,
      algorithms,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: AGE_SECONDS,
    });
    return Claims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWKSTimeout) throw new AppError('DIRECTORY_SLOW', { cause: error });
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw refuse(error);
    throw new AppError('DIRECTORY_DOWN', { cause: error });
  }
}

function isFor(token: string, clientId: string): boolean {
  try {
    const { aud, events } = decodeJwt(token);
    return [aud].flat().includes(clientId) && events !== undefined;
  } catch {
    return false;
  }
}

/** Kept, so that a stream of forged tokens does not become a stream of requests to the issuer. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
function keysAt(address: string) {
  const found = keySets.get(address);
  if (found) return found;
  const keys = createRemoteJWKSet(new URL(address), {
    timeoutDuration: 5_000,
    [customFetch]: (url, options) => fetchBounded(url, { ...options, body: undefined, headers: {} }),
  });
  keySets.set(address, keys);
  return keys;
}
