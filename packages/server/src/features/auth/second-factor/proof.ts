import { ERRORS, type ErrorCode } from '@campanero/contract/errors';
import type { Db, Trx } from '../../../db/client.ts';
import { AppError, type Ctx, type EventWork, fieldError, type SignedCtx } from '../../../work/index.ts';
import { mailAccount, recoveryCodeUsedMail } from '../auth.mails.ts';
import type { Account } from '../auth.queries.ts';
import { ACCOUNT_FAILURES, checkUnderLimits, countFailures, type AttemptLimit } from '../attempt-limits.ts';
import { factorOwner, hashRecoveryCode, isAppCode, matchStep, readAppCode } from '../second-factor-crypto.ts';
import { openSecret, sealSecret } from '../../../work/sealed-secrets.ts';
import {
  consumeRecoveryCode,
  consumeStep,
  countRecoveryCodes,
  findSecondFactor,
  hasRecoveryCode,
  listFactorSecrets,
  replaceFactorSecret,
  type StoredFactor,
} from './second-factor.queries.ts';

/** A code that was right when checked. It must still be consumed, in the transaction of the change it allows. */
export type Proof = { kind: 'app'; step: number } | { kind: 'recovery'; codeHash: Buffer };
export type CodeRefusal = Extract<
  ErrorCode,
  'SECOND_FACTOR_REQUIRED' | 'SECOND_FACTOR_WRONG' | 'RECOVERY_CODE_WRONG' | 'SECOND_FACTOR_UNREADABLE'
>;
type Checked<P> = { proof: P } | { refusal: CodeRefusal };

/** Checks a code of the app or a recovery code without consuming it. */
export async function checkCode(ctx: Ctx, factor: StoredFactor, typed: string): Promise<Checked<Proof>> {
  const { userId } = factor;
  if (!isAppCode(typed)) {
    const codeHash = hashRecoveryCode(typed);
    const isOpen = await hasRecoveryCode(ctx.db, userId, codeHash);
    return isOpen ? { proof: { kind: 'recovery', codeHash } } : { refusal: 'RECOVERY_CODE_WRONG' };
  }
  const opened = openSecret(ctx.config, factorOwner(userId), factor.secret);
  if (!opened) return { refusal: 'SECOND_FACTOR_UNREADABLE' };
  const step = matchStep(opened.secret, readAppCode(typed), ctx.clock());
  const isFresh = step !== null && step > factor.lastStep;
  return isFresh ? { proof: { kind: 'app', step } } : { refusal: 'SECOND_FACTOR_WRONG' };
}

export const refuseCode = (refusal: CodeRefusal) => fieldError(refusal, 'code', ERRORS[refusal].es);

/** Throws when a concurrent request consumed the same code first. */
export async function consumeProof(trx: Trx, userId: number, proof: Proof, now: Date): Promise<void> {
  const isFirst =
    proof.kind === 'app'
      ? await consumeStep(trx, userId, proof.step)
      : await consumeRecoveryCode(trx, userId, proof.codeHash, now);
  if (!isFirst) throw refuseCode(proof.kind === 'app' ? 'SECOND_FACTOR_WRONG' : 'RECOVERY_CODE_WRONG');
}

export async function mailRecoveryUse(work: EventWork, account: Account): Promise<void> {
  const left = await countRecoveryCodes(work.trx, account.id);
  await mailAccount(work, account, recoveryCodeUsedMail(left));
}

/** Separate from the password limit, which a password reset clears: a reset by mail must not give new guesses of the second factor. */
export const codeLimits = (userId: number): AttemptLimit[] => [
  { key: `second-factor:user:${userId}`, limit: ACCOUNT_FAILURES, restartsOnFailure: true },
];

/** Neither proof nor refusal: the user has no second factor. */
export type SecondFactorCheck = { proof?: Proof; refusal?: CodeRefusal };

/** At a sign-in, after the first factor was right. */
export async function checkSecondFactor(
  ctx: Ctx,
  userId: number,
  code: string | undefined,
): Promise<SecondFactorCheck> {
  const factor = await findSecondFactor(ctx.db, userId);
  if (!factor) return {};
  if (code === undefined) return { refusal: 'SECOND_FACTOR_REQUIRED' };
  let checked: SecondFactorCheck = {};
  await countFailures(ctx, codeLimits(userId), async () => {
    checked = await checkCode(ctx, factor, code);
    return checked.refusal === undefined;
  });
  return checked;
}

export const PROOF_NAMES = { app: 'Código de la aplicación', recovery: 'Código de recuperación' } as const;

/** Runs a code check of the signed-in user under the limits; throws the refusal. */
export async function checkOwnCode<P>(ctx: SignedCtx, check: () => Promise<Checked<P>>): Promise<P> {
  const outcomes: Checked<P>[] = [];
  await checkUnderLimits(ctx, codeLimits(ctx.actor.id), async () => {
    const outcome = await check();
    outcomes.push(outcome);
    return 'proof' in outcome;
  });
  const [outcome] = outcomes;
  if (!outcome || 'refusal' in outcome) throw refuseCode(outcome?.refusal ?? 'SECOND_FACTOR_WRONG');
  return outcome.proof;
}

export async function proveOwnCode(ctx: SignedCtx, typed: string): Promise<Proof> {
  const factor = await findSecondFactor(ctx.db, ctx.actor.id);
  if (!factor) throw new AppError('SECOND_FACTOR_INACTIVE');
  return checkOwnCode(ctx, () => checkCode(ctx, factor, typed));
}

/** Runs at startup; afterwards the previous key is no longer needed (docs/decisions/021-second-factor.md). */
export async function resealSecrets({ db, config }: { db: Db; config: Ctx['config'] }): Promise<void> {
  if (!config.jwtSecretPrevious) return;
  for (const { userId, secret } of await listFactorSecrets(db)) {
    const opened = openSecret(config, factorOwner(userId), secret);
    if (opened?.isUnderPreviousKey)
      await replaceFactorSecret(db, userId, secret, sealSecret(config, factorOwner(userId), opened.secret));
  }
}
