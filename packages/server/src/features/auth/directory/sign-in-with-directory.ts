import { SIGNED_IN } from '@campanero/contract/audit-log/endpoints';
import type { Trx } from '../../../db/index.ts';
import { AppError, type AuditRecord, type Ctx, hit, transact, userAudit, type Work } from '../../../work/index.ts';
import { addressKey, visitorAudit } from '../attempt-limits.ts';
import { type Account, findAccountByEmail, getAccount, lockAccount } from '../auth.queries.ts';
import { sealSecret } from '../../../work/sealed-secrets.ts';
import {
  checkSecondFactor,
  consumeProof,
  mailRecoveryUse,
  type Proof,
  PROOF_NAMES,
  refuseCode,
} from '../second-factor/proof.ts';
import { findSecondFactor } from '../second-factor/second-factor.queries.ts';
import type { Browser } from '../session/device-cookie.ts';
import { rememberBrowser } from '../session/known-browsers.queries.ts';
import { createSession, type OpenedSession } from '../session/sessions.ts';
import { CODE_REFUSED } from '../session/sign-in.ts';
import { setRolesAtSignIn } from '../../users/set-roles.ts';
import { type Arrival, hasSecondFactor, mailOf, nameOf, rolesOf } from './claims.ts';
import { findDirectoryRoles } from './directory-roles.ts';
import {
  consumeProved,
  findIdentity,
  insertDirectorySession,
  insertIdentity,
  insertPerson,
  recordArrival,
} from './directory.queries.ts';
import { keepArrival, readArrival } from './flows.ts';

type Entered = OpenedSession & { account: Account };
/** Without a refresh token nobody can ask the issuer again, so the session ends with this hour. */
const UNCHECKED_SECONDS = 3600;

/** Ends a visit with a session. `code`: of the product's second factor, asked for after the issuer's answer was right. */
export async function signInWithDirectory(
  ctx: Ctx,
  { answer, code }: { answer: string; code: string | undefined },
  browser: Browser,
): Promise<Entered> {
  const { arrival, keyHash } = await readArrival(ctx, browser.deviceId, answer, 'sign-in').catch(
    async (refusal: unknown) => {
      if (refusal instanceof AppError && refusal.error === 'DIRECTORY_REFUSED')
        await auditRefusal(ctx, 'Ingreso con el directorio rechazado: respuesta no válida');
      throw refusal;
    },
  );
  try {
    return await enter(ctx, { arrival, keyHash, code }, browser);
  } catch (refusal) {
    if (refusal instanceof AppError && refusal.error === 'SECOND_FACTOR_REQUIRED')
      await keepArrival(ctx, keyHash, arrival);
    else if (refusal instanceof AppError && refusal.error.startsWith('DIRECTORY_'))
      await auditRefusal(ctx, `Ingreso con el directorio rechazado: ${REFUSED[refusal.error] ?? 'sin usuario'}`);
    throw refusal;
  }
}

const REFUSED: Partial<Record<string, string>> = {
  DIRECTORY_MAIL_UNVERIFIED: 'correo sin verificar',
  DIRECTORY_OTHER_IDENTITY: 'el correo es de un usuario vinculado a otra cuenta',
};

/** Once a minute and address: anybody can send answers that were never given. */
async function auditRefusal(ctx: Ctx, action: string): Promise<void> {
  const once = { limit: 1, windowSeconds: 60 };
  const { allowed } = await hit(ctx.db, addressKey('directory-refused', ctx.address), once, ctx.clock());
  if (allowed) await transact(ctx, { remember: false }, ({ audit }) => audit(visitorAudit(ctx, undefined, action)));
}

async function enter(
  ctx: Ctx,
  { arrival, keyHash, code }: { arrival: Arrival; keyHash: Buffer; code: string | undefined },
  browser: Browser,
): Promise<Entered> {
  const isTwofold = hasSecondFactor(arrival.token);
  const proof = isTwofold ? undefined : await proveSecondFactor(ctx, arrival, code);
  return transact(ctx, { remember: false }, async (work): Promise<Entered> => {
    const { trx, now, auditEach, afterCommit } = work;
    if (code !== undefined && !(await consumeProved(trx, keyHash))) throw new AppError('DIRECTORY_EXPIRED');
    const { identity, records } = await findOrLink(work, arrival);
    const { userId } = identity;
    const roles = await findDirectoryRoles(trx);
    const change = roles.isOn ? await setRolesAtSignIn(work, userId, rolesOf(arrival.claims, roles), ctx) : undefined;
    if (change) records.push(change);
    if (!(await recordArrival(trx, userId, now))) throw new AppError('DIRECTORY_UNKNOWN_PERSON');
    // Also one that was linked, or given a second factor, a moment ago.
    if (!isTwofold && !proof && (await findSecondFactor(trx, userId))) throw new AppError('SECOND_FACTOR_REQUIRED');
    if (proof) await consumeProof(trx, userId, proof, now);
    const session = await openDirectorySession(ctx, trx, { arrival, identityId: identity.id, userId, isTwofold }, now);
    await rememberBrowser(trx, userId, browser.deviceId, now);
    const account = await getAccount(trx, userId);
    records.push(
      userAudit(userId, 'ACCIÓN', {
        userId,
        after: {
          Acción: SIGNED_IN,
          Dirección: ctx.address,
          Con: ctx.config.oidcName,
          'Segundo factor': isTwofold ? 'Del directorio' : proof && PROOF_NAMES[proof.kind],
        },
      }),
    );
    await auditEach(records);
    if (proof?.kind === 'recovery') await mailRecoveryUse({ trx, now, afterCommit }, account);
    return { ...session, account };
  });
}

async function proveSecondFactor(ctx: Ctx, arrival: Arrival, code: string | undefined): Promise<Proof | undefined> {
  const userId = await expectedUser(ctx, arrival);
  if (userId === undefined) return undefined;
  const { proof, refusal } = await checkSecondFactor(ctx, userId, code);
  if (refusal === 'SECOND_FACTOR_REQUIRED') throw new AppError(refusal);
  if (refusal) {
    const record = visitorAudit(ctx, { id: userId }, CODE_REFUSED);
    await transact(ctx, { remember: false }, ({ audit }) => audit(record));
    throw refuseCode(refusal);
  }
  return proof;
}

/** Whose second factor is asked for; a user who is only now created has none. */
async function expectedUser({ db }: Ctx, arrival: Arrival): Promise<number | undefined> {
  const identity = await findIdentity(db, arrival.issuer, arrival.subject);
  const { email, isVerified } = mailOf(arrival);
  if (identity) return identity.userId;
  return email !== undefined && isVerified ? (await findAccountByEmail(db, email))?.id : undefined;
}

type Identity = { id: number; userId: number };

/** A known person; else the user or the open invitation with the verified mail, linked once; else a new user if roles come from the directory. */
async function findOrLink(
  work: Pick<Work, 'trx' | 'now'>,
  arrival: Arrival,
): Promise<{ identity: Identity; records: AuditRecord[] }> {
  const { trx, now } = work;
  const { issuer, subject } = arrival;
  const known = await findIdentity(trx, issuer, subject);
  if (known) return { identity: known, records: [] };
  const { email, isVerified } = mailOf(arrival);
  if (email === undefined || !isVerified) throw new AppError('DIRECTORY_MAIL_UNVERIFIED');
  const found = await findAccountByEmail(trx, email);
  const created = found ? undefined : await createPerson(trx, arrival, email, now);
  const account = found ?? (await findAccountByEmail(trx, email));
  if (!account || account.disabled) throw new AppError('DIRECTORY_UNKNOWN_PERSON');
  await lockAccount(trx, account.id);
  const identity = await insertIdentity(trx, { userId: account.id, issuer, subject }, now);
  if (!identity) {
    const winner = await findIdentity(trx, issuer, subject);
    if (winner) return { identity: winner, records: [] };
    throw new AppError('DIRECTORY_OTHER_IDENTITY');
  }
  const after = {
    Acción: created ? 'Usuario creado al ingresar con el directorio' : 'Vinculado con el directorio',
    Directorio: issuer,
    Identidad: subject,
    Correo: email,
  };
  return { identity, records: [userAudit(account.id, created ? 'CREAR' : 'ACCIÓN', { userId: account.id, after })] };
}

async function createPerson(trx: Trx, { claims }: Arrival, email: string, now: Date): Promise<number | undefined> {
  const roles = await findDirectoryRoles(trx);
  if (!roles.isOn || rolesOf(claims, roles).length === 0) throw new AppError('DIRECTORY_UNKNOWN_PERSON');
  return insertPerson(trx, { ...nameOf(claims, email), email }, now);
}

interface NewSession {
  arrival: Arrival;
  identityId: number;
  userId: number;
  isTwofold: boolean;
}

async function openDirectorySession(
  ctx: Ctx,
  trx: Trx,
  { arrival, identityId, userId, isTwofold }: NewSession,
  now: Date,
) {
  const { address, userAgent, config } = ctx;
  const { refreshToken, issuerSession } = arrival;
  const confirmedAt = provedAt(arrival.token, now);
  const lifeSeconds = refreshToken ? undefined : UNCHECKED_SECONDS;
  const session = await createSession(trx, config, { userId, address, userAgent, confirmedAt, lifeSeconds }, now);
  await insertDirectorySession(trx, {
    sessionId: session.sessionId,
    identityId,
    issuerSession: issuerSession ?? null,
    secondFactor: isTwofold,
    refreshToken: refreshToken ? sealSecret(config, tokenOwner(session.sessionId), Buffer.from(refreshToken)) : null,
    checkedAt: now,
  });
  return session;
}

/** When the person typed something at the issuer: a sign-in without a question there confirms nothing (rule security/confirmed-identity). */
function provedAt({ auth_time: at }: Arrival['token'], now: Date): Date {
  const proved = typeof at === 'number' && Number.isFinite(at) ? at * 1000 : 0;
  return new Date(Math.min(Math.max(proved, 0), now.getTime()));
}

export const tokenOwner = (sessionId: string) => ({ purpose: 'directory', id: sessionId }) as const;
