import type { DisableBody, Enrolment, SecondFactorState } from '@campanero/contract/auth/second-factor';
import { queueMail } from '../../../integrations/mailer/queue-mail.ts';
import { AppError } from '../../../work/app-error.ts';
import type { SignedCtx } from '../../../work/context.ts';
import { transact } from '../../../work/transact.ts';
import { secondFactorOffMail, secondFactorOnMail } from '../auth.mails.ts';
import { endSessions, getAccount, lockAccount } from '../auth.queries.ts';
import { assertOwnPassword } from '../password/change-password.ts';
import {
  createRecoveryCodes,
  createSecret,
  hashRecoveryCode,
  matchStep,
  openSecret,
  otpauthUri,
  readAppCode,
  sealSecret,
  toBase32,
} from '../second-factor-crypto.ts';
import { checkOwnCode, consumeProof, proveOwnCode } from './proof.ts';
import {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findBegunFactor,
  findSecondFactor,
  isRequiredOf,
  replaceRecoveryCodes,
  storeBegunFactor,
} from './second-factor.queries.ts';

export async function readSecondFactor({ db, config, actor }: SignedCtx): Promise<SecondFactorState> {
  const factor = await findSecondFactor(db, actor.id);
  return {
    enabled: factor !== undefined,
    since: factor?.confirmedAt?.toISOString() ?? null,
    codesLeft: factor ? await countRecoveryCodes(db, actor.id) : 0,
    required: await isRequiredOf(db, actor.id),
    readable: factor === undefined || openSecret(config, actor.id, factor.secret) !== null,
  };
}

/**
 * Begins to set up the user's own second factor: makes the secret that goes into the app. The password is asked again, because an
 * unlocked screen is not enough. Nothing changes at the sign-in until a code confirms it; beginning again replaces the secret.
 */
export async function beginSecondFactor(ctx: SignedCtx, password: string): Promise<Enrolment> {
  const account = await assertOwnPassword(ctx, { field: 'password', typed: password });
  const secret = createSecret();
  const sealed = sealSecret(ctx.config, account.id, secret);
  await transact(
    ctx,
    async ({ trx, now }) => {
      if (!(await storeBegunFactor(trx, account.id, sealed, now))) throw new AppError('SECOND_FACTOR_ACTIVE');
    },
    NEVER_STORED,
  );
  const base32 = toBase32(secret);
  return { secret: base32, uri: otpauthUri(account.email, base32) };
}

/** Answers with a secret must neither be stored in the database nor be returned to a repeat of an Idempotency-Key. */
const NEVER_STORED = { remember: false } as const;
const BEGUN_MS = 30 * 60_000;

/**
 * Enables what was begun in the last half hour, with a code of the app. Returns the recovery codes, which are shown this once. The
 * user's other sessions end, as after a change of password. Leaves an audit record and a mail.
 */
export async function confirmSecondFactor(ctx: SignedCtx, typed: string): Promise<string[]> {
  const userId = ctx.actor.id;
  const begun = await findBegunFactor(ctx.db, userId, new Date(ctx.clock().getTime() - BEGUN_MS));
  const opened = begun && openSecret(ctx.config, userId, begun.secret);
  if (!begun || !opened)
    throw new AppError((await findSecondFactor(ctx.db, userId)) ? 'SECOND_FACTOR_ACTIVE' : 'SECOND_FACTOR_NOT_BEGUN');
  const step = await checkOwnCode<number>(ctx, async () => {
    const found = matchStep(opened.secret, readAppCode(typed), ctx.clock());
    return found === null ? { refusal: 'SECOND_FACTOR_WRONG' } : { proof: found };
  });
  const codes = createRecoveryCodes();
  await transact(
    ctx,
    async (work) => {
      const { trx, actor, now, audit, afterCommit } = work;
      // A sign-in without code that is under way ends before this, and its session with the others below.
      await lockAccount(trx, userId);
      const account = await getAccount(trx, userId);
      if (!(await confirmFactor(trx, begun, step, now))) throw new AppError('SECOND_FACTOR_NOT_BEGUN');
      await replaceRecoveryCodes(trx, userId, codes.map(hashRecoveryCode));
      const ended = await endSessions(trx, { userId, except: actor.sessionId }, now);
      await audit({
        action: 'USUARIO',
        subaction: 'ACTUALIZAR',
        object: { type: 'user', id: userId },
        before: { 'Segundo factor': 'Inactivo' },
        after: { 'Segundo factor': 'Activo', 'Sesiones cerradas': ended.length > 0 ? ended.length : undefined },
      });
      await queueMail(work, { userId, to: account.email, ...secondFactorOnMail(account.firstName) });
      afterCommit(() => ctx.publish.endSessions(ended));
    },
    NEVER_STORED,
  );
  return codes;
}

/** Ten new recovery codes instead of the former ones; needs a code. Leaves an audit record. */
export async function renewRecoveryCodes(ctx: SignedCtx, typed: string): Promise<string[]> {
  const proof = await proveOwnCode(ctx, typed);
  const codes = createRecoveryCodes();
  await transact(
    ctx,
    async ({ trx, actor, now, audit }) => {
      await lockAccount(trx, actor.id);
      await consumeProof(trx, actor.id, proof, now);
      await replaceRecoveryCodes(trx, actor.id, codes.map(hashRecoveryCode));
      await audit({
        action: 'USUARIO',
        subaction: 'ACTUALIZAR',
        object: { type: 'user', id: actor.id },
        after: { 'Códigos de recuperación': 'Reemplazados' },
      });
    },
    NEVER_STORED,
  );
  return codes;
}

/**
 * Switches the user's own second factor off; needs the password and a code. Also where a role requires it: the user is then led to
 * set it up anew, which is the way to another phone. Leaves an audit record and a mail.
 */
export async function disableSecondFactor(ctx: SignedCtx, given: DisableBody): Promise<void> {
  const account = await assertOwnPassword(ctx, { field: 'password', typed: given.password });
  const proof = await proveOwnCode(ctx, given.code);
  await transact(ctx, async (work) => {
    const { trx, actor, now, audit, afterCommit } = work;
    await lockAccount(trx, actor.id);
    await consumeProof(trx, actor.id, proof, now);
    await deleteFactor(trx, actor.id);
    await audit({
      action: 'USUARIO',
      subaction: 'ACTUALIZAR',
      object: { type: 'user', id: actor.id },
      before: { 'Segundo factor': 'Activo' },
      after: { 'Segundo factor': 'Inactivo' },
    });
    await queueMail(work, { userId: actor.id, to: account.email, ...secondFactorOffMail(account.firstName) });
    // Where a role requires it, it is to be set up anew before anything else: sockets come back only then.
    afterCommit(() => ctx.publish.endUser(actor.id));
  });
}
