import { SIGNED_IN } from '@campanero/contract/audit-log/schemas';
import { loginBody, type LoginBody } from '@campanero/contract/auth/schemas';
import { queueMail } from '../../../integrations/mailer/queue-mail.ts';
import { AppError } from '../../../work/app-error.ts';
import type { Ctx } from '../../../work/context.ts';
import { hit } from '../../../work/rate-limit.ts';
import { transact } from '../../../work/transact.ts';
import { recoveryCodeUsedMail } from '../auth.mails.ts';
import {
  ACCOUNT_FAILURES,
  accountKey,
  ADDRESS_FAILURES,
  addressKey,
  browserKey,
  checkUnderLimits,
  countFailures,
} from '../attempt-limits.ts';
import { findAccountByEmail, recordSignIn, type Account } from '../auth.queries.ts';
import { isKnownBrowser, rememberBrowser } from './device-marks.queries.ts';
import { createSession, type OpenedSession } from './sessions.ts';
import { isPasswordRight, type PasswordCheck } from '../password/passwords.ts';
import {
  checkCode,
  codeLimits,
  consumeProof,
  refuseCode,
  type CodeRefusal,
  type Proof,
} from '../second-factor/proof.ts';
import { countRecoveryCodes, findSecondFactor } from '../second-factor/second-factor.queries.ts';

export interface SignedIn extends OpenedSession {
  account: Account;
}

/**
 * Anyone may try. Wrong password, unknown address, disabled or not yet activated account: one refusal, at one price;
 * too many failures: a pause that the right password does not shorten either, while sessions that are open go on. Whoever has a
 * second factor also sends its code, in the same request; without one they are asked for it, and a wrong one counts as a failure
 * like a wrong password and, besides, as a wrong code. A browser known from before counts its failures apart. Only after the right password is anything said about it. Leaves a session
 * and an audit record; a failure leaves its record too.
 */
export async function signIn(
  ctx: Ctx,
  given: LoginBody,
  check: PasswordCheck = isPasswordRight,
  browser?: Browser,
): Promise<SignedIn> {
  const account = await findAccountByEmail(ctx.db, given.email);
  const limits = [
    { key: await failuresKey(ctx, given.email, account, browser), limit: ACCOUNT_FAILURES, isStrict: true as const },
    { key: addressKey('login', ctx.address), limit: ADDRESS_FAILURES },
  ];
  let step: SecondStep | undefined;
  await checkUnderLimits(ctx, limits, async () => {
    const matches = await check(account?.passwordHash, given.password);
    if (!matches || !account || account.disabled) return false;
    step = await takeSecondStep(ctx, account.id, given.code);
    return step.refusal === undefined || step.refusal === 'SECOND_FACTOR_REQUIRED';
  }).catch(async (refusal: unknown) => {
    await recordPause(ctx, given.email, account, refusal);
    throw refusal;
  });
  if (!step || !account) {
    await recordFailure(ctx, account, 'Ingreso fallido');
    throw new AppError('INVALID_CREDENTIALS');
  }
  const { proof, refusal } = step;
  if (refusal === 'SECOND_FACTOR_REQUIRED') throw new AppError(refusal);
  if (refusal) await recordFailure(ctx, account, CODE_REFUSED);
  if (refusal) throw refuseCode(refusal);
  return enter(ctx, account, proof, browser).catch(async (error: unknown) => {
    if (isUsedCode(error)) await recordFailure(ctx, account, CODE_REFUSED);
    throw error;
  });
}

/** The browser's mark (device-cookie.ts); a new one is known to nobody. */
interface Browser {
  mark: string;
  isNew: boolean;
}

/** A browser that this user has signed in from before has a count of its own: what strangers fail does not lock it out. */
async function failuresKey(ctx: Ctx, email: string, account: Account | undefined, browser: Browser | undefined) {
  const isKnown = browser && !browser.isNew && (await isKnownBrowser(ctx.db, account?.id, browser.mark, ctx.clock()));
  return isKnown ? browserKey(account!.id, browser.mark) : accountKey('login', email);
}

const CODE_REFUSED = 'Ingreso fallido por el segundo factor';
/** Another request used the same code first. */
const isUsedCode = (error: unknown) =>
  error instanceof AppError && ['SECOND_FACTOR_WRONG', 'RECOVERY_CODE_WRONG'].includes(error.error);

/** After the right password: `proof` undefined without refusal means that there is no second factor. */
interface SecondStep {
  proof?: Proof;
  refusal?: CodeRefusal;
}

async function takeSecondStep(ctx: Ctx, userId: number, code: string | undefined): Promise<SecondStep> {
  const factor = await findSecondFactor(ctx.db, userId);
  if (!factor) return {};
  if (code === undefined) return { refusal: 'SECOND_FACTOR_REQUIRED' };
  let step: SecondStep = {};
  await countFailures(ctx, codeLimits(userId), async () => {
    step = await checkCode(ctx, factor, code);
    return step.refusal === undefined;
  });
  return step;
}

/** What was typed is not kept: people type their password into the field of the address. */
const recordFailure = (ctx: Ctx, account: Account | undefined, what: string) =>
  transact(
    ctx,
    ({ audit }) =>
      audit({
        action: 'USUARIO',
        subaction: 'ACCIÓN',
        object: { type: 'user', id: account?.id ?? null },
        userId: account?.id ?? null,
        after: { Acción: what, Dirección: ctx.address },
      }),
    { remember: false },
  );

/** Once a pause: the first refusal tells the auditor, and knocking on does not fill the audit. */
async function recordPause(ctx: Ctx, email: string, account: Account | undefined, refusal: unknown): Promise<void> {
  if (!(refusal instanceof AppError) || refusal.error !== 'TOO_MANY_ATTEMPTS') return;
  const once = { limit: 1, windowSeconds: ACCOUNT_FAILURES.windowSeconds };
  const { allowed } = await hit(ctx.db, accountKey('paused', email), once, ctx.clock());
  if (allowed) await recordFailure(ctx, account, 'Ingreso rechazado por demasiados intentos');
}

const enter = (ctx: Ctx, account: Account, proof: Proof | undefined, browser: Browser | undefined) =>
  transact(
    ctx,
    async ({ trx, audit, now, afterCommit }): Promise<SignedIn> => {
      // Under the row's lock: if the password was changed or the account disabled since the check, the sign-in is refused.
      const stillStands = await recordSignIn(trx, { id: account.id, passwordHash: account.passwordHash }, now);
      if (!stillStands) throw new AppError('INVALID_CREDENTIALS');
      // Enabled since the check: its code is asked for.
      if (!proof && (await findSecondFactor(trx, account.id))) throw new AppError('SECOND_FACTOR_REQUIRED');
      if (proof) await consumeProof(trx, account.id, proof, now);
      const { address, userAgent } = ctx;
      const session = await createSession(trx, ctx.config, { userId: account.id, address, userAgent }, now);
      if (browser) await rememberBrowser(trx, account.id, browser.mark, now);
      await audit({
        action: 'USUARIO',
        subaction: 'ACCIÓN',
        object: { type: 'user', id: account.id },
        userId: account.id,
        after: {
          Acción: SIGNED_IN,
          Dirección: address,
          'Segundo factor': proof && (proof.kind === 'app' ? 'Código de la aplicación' : 'Código de recuperación'),
        },
      });
      if (proof?.kind === 'recovery') {
        const notice = recoveryCodeUsedMail(account.firstName, await countRecoveryCodes(trx, account.id));
        await queueMail({ trx, now, afterCommit }, { userId: account.id, to: account.email, ...notice });
      }
      return { ...session, account };
    },
    // The answer contains a token: it must neither be stored in the database nor be returned to a repeat of the key.
    { remember: false },
  );

const BASIC = /^Basic ([A-Za-z0-9+/]+={0,2})$/i;

function decodeBasic(header: string | undefined): unknown {
  const encoded = header && BASIC.exec(header)?.[1];
  if (!encoded) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : { email: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/**
 * The credentials of the legacy sign-in: a Basic header, else the body; never the address, which ends up in logs. Undefined
 * when unusable.
 */
export function readCredentials(request: { authorization: string | undefined; body: unknown }): LoginBody | undefined {
  const parsed = loginBody.safeParse(decodeBasic(request.authorization) ?? request.body);
  return parsed.success ? parsed.data : undefined;
}
