import { SIGNED_IN } from '@campanero/contract/audit-log/endpoints';
import { loginBody, type LoginBody } from '@campanero/contract/auth/schemas';
import { AppError, type Ctx, hit, transact, userAudit } from '../../../work/index.ts';
import {
  ACCOUNT_FAILURES,
  accountKey,
  ADDRESS_FAILURES,
  addressKey,
  browserKey,
  checkUnderLimits,
  visitorAudit,
  type AttemptLimit,
} from '../attempt-limits.ts';
import { findAccountByEmail, recordSignIn, type Account } from '../auth.queries.ts';
import type { Browser } from './device-cookie.ts';
import { isKnownBrowser, rememberBrowser } from './known-browsers.queries.ts';
import { createSession, type OpenedSession } from './sessions.ts';
import { assertPasswordSignIn, isPasswordCorrect, type PasswordCheck } from '../password/passwords.ts';
import {
  checkSecondFactor,
  consumeProof,
  mailRecoveryUse,
  PROOF_NAMES,
  refuseCode,
  type Proof,
  type SecondFactorCheck,
} from '../second-factor/proof.ts';
import { findSecondFactor } from '../second-factor/second-factor.queries.ts';

export type SignedIn = OpenedSession & { account: Account };

// Every refusal is the same and takes the same time. Too many failures lock the account for a while, also for the right
// password. The second factor is mentioned only after the right password. Failures are audited.
export async function signIn(ctx: Ctx, given: LoginBody, check: PasswordCheck = isPasswordCorrect, browser?: Browser) {
  assertPasswordSignIn(ctx);
  const account = await findAccountByEmail(ctx.db, given.email);
  const key = await failuresKey(ctx, given.email, account, browser);
  const limits: AttemptLimit[] = [
    { key, limit: ACCOUNT_FAILURES, restartsOnFailure: true },
    { key: addressKey('login', ctx.address), limit: ADDRESS_FAILURES },
  ];
  let secondFactor: SecondFactorCheck | undefined;
  await checkUnderLimits(ctx, limits, async () => {
    const matches = await check(account?.passwordHash, given.password);
    if (!matches || !account || account.disabled) return false;
    secondFactor = await checkSecondFactor(ctx, account.id, given.code);
    return secondFactor.refusal === undefined || secondFactor.refusal === 'SECOND_FACTOR_REQUIRED';
  }).catch(async (refusal: unknown) => {
    await recordLockout(ctx, given.email, account, refusal);
    throw refusal;
  });
  if (!secondFactor || !account) {
    await recordFailure(ctx, account, 'Ingreso fallido');
    throw new AppError('INVALID_CREDENTIALS');
  }
  const { proof, refusal } = secondFactor;
  if (refusal === 'SECOND_FACTOR_REQUIRED') throw new AppError(refusal);
  if (refusal) {
    await recordFailure(ctx, account, CODE_REFUSED);
    throw refuseCode(refusal);
  }
  return openSession(ctx, account, proof, browser).catch(async (error: unknown) => {
    if (isUsedCode(error)) await recordFailure(ctx, account, CODE_REFUSED);
    throw error;
  });
}

/** A known browser of the user has its own count, so that attempts from elsewhere do not lock it out. */
async function failuresKey(ctx: Ctx, email: string, account: Account | undefined, browser: Browser | undefined) {
  const isKnown =
    browser && !browser.isNew && (await isKnownBrowser(ctx.db, account?.id, browser.deviceId, ctx.clock()));
  return isKnown ? browserKey(account!.id, browser.deviceId) : accountKey('login', email);
}

export const CODE_REFUSED = 'Ingreso fallido por el segundo factor';
/** A concurrent request consumed the same code first. */
const isUsedCode = (error: unknown) =>
  error instanceof AppError && ['SECOND_FACTOR_WRONG', 'RECOVERY_CODE_WRONG'].includes(error.error);

/** The typed address is not stored: people type their password into that field. */
const recordFailure = (ctx: Ctx, account: Account | undefined, action: string) =>
  transact(ctx, { remember: false }, ({ audit }) => audit(visitorAudit(ctx, account, action)));

/** Once per lockout, so that further attempts do not fill the audit log. */
async function recordLockout(ctx: Ctx, email: string, account: Account | undefined, refusal: unknown): Promise<void> {
  if (!(refusal instanceof AppError) || refusal.error !== 'TOO_MANY_ATTEMPTS') return;
  const once = { limit: 1, windowSeconds: ACCOUNT_FAILURES.windowSeconds };
  const { allowed } = await hit(ctx.db, accountKey('paused', email), once, ctx.clock());
  if (allowed) await recordFailure(ctx, account, 'Ingreso rechazado por demasiados intentos');
}

const openSession = (ctx: Ctx, account: Account, proof: Proof | undefined, browser: Browser | undefined) =>
  transact(ctx, { remember: false }, async ({ trx, audit, now, afterCommit }): Promise<SignedIn> => {
    if (!(await recordSignIn(trx, account, now))) throw new AppError('INVALID_CREDENTIALS');
    // The second factor may have been enabled since the check.
    if (!proof && (await findSecondFactor(trx, account.id))) throw new AppError('SECOND_FACTOR_REQUIRED');
    if (proof) await consumeProof(trx, account.id, proof, now);
    const { address, userAgent } = ctx;
    const session = await createSession(trx, ctx.config, { userId: account.id, address, userAgent }, now);
    if (browser) await rememberBrowser(trx, account.id, browser.deviceId, now);
    await audit(userAudit(account.id, 'ACCIÓN'), {
      userId: account.id,
      after: { Acción: SIGNED_IN, Dirección: address, 'Segundo factor': proof && PROOF_NAMES[proof.kind] },
    });
    if (proof?.kind === 'recovery') await mailRecoveryUse({ trx, now, afterCommit }, account);
    return { ...session, account };
  });

const BASIC = /^Basic ([A-Za-z0-9+/]+={0,2})$/i;

function decodeBasic(header: string | undefined): unknown {
  const encoded = header && BASIC.exec(header)?.[1];
  if (!encoded) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : { email: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/** The credentials of the legacy sign-in: a Basic header or the body, never the URL, which ends up in logs. */
export function readCredentials(request: { authorization: string | undefined; body: unknown }): LoginBody | undefined {
  const parsed = loginBody.safeParse(decodeBasic(request.authorization) ?? request.body);
  return parsed.success ? parsed.data : undefined;
}
