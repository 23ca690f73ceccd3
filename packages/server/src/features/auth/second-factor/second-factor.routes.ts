import { routesOf } from '../../../http/mount.ts';
import { requireSecondFactor, resetSecondFactor, viewRequiredRoles } from './admin.ts';
import type { DisableBody, Enrolment } from '@campanero/contract/auth/second-factor';
import { AppError, type SignedCtx, transact, userAudit } from '../../../work/index.ts';
import { mailAccount, SECOND_FACTOR_OFF, SECOND_FACTOR_ON } from '../auth.mails.ts';
import { endSessions, getAccount, lockAccount } from '../auth.queries.ts';
import { assertOwnPassword } from '../password/change-password.ts';
import {
  factorOwner,
  createRecoveryCodes,
  createSecret,
  hashRecoveryCode,
  matchStep,
  otpauthUri,
  readAppCode,
  toBase32,
} from '../second-factor-crypto.ts';
import { openSecret, sealSecret } from '../../../work/sealed-secrets.ts';
import { checkOwnCode, consumeProof, proveOwnCode } from './proof.ts';
import {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findPendingFactor,
  findSecondFactor,
  isSecondFactorRequired,
  replaceRecoveryCodes,
  storePendingFactor,
} from './second-factor.queries.ts';

export const secondFactorRoutes = routesOf('secondFactor', {
  state: async (_input, ctx) => readSecondFactor(ctx),
  begin: async ({ body }, ctx) => beginSecondFactor(ctx, body.password),
  confirm: async ({ body }, ctx) => ({ recoveryCodes: await confirmSecondFactor(ctx, body.code) }),
  renewCodes: async ({ body }, ctx) => ({ recoveryCodes: await renewRecoveryCodes(ctx, body.code) }),
  disable: ({ body }, ctx) => disableSecondFactor(ctx, body),
  reset: ({ params }, ctx) => resetSecondFactor(ctx, params.id),
  roles: (_input, ctx) => viewRequiredRoles(ctx),
  requireRoles: ({ body }, ctx) => requireSecondFactor(ctx, body),
});

async function readSecondFactor({ db, config, actor }: SignedCtx) {
  const factor = await findSecondFactor(db, actor.id);
  return {
    enabled: factor !== undefined,
    since: factor?.confirmedAt ?? null,
    codesLeft: factor ? await countRecoveryCodes(db, actor.id) : 0,
    required: await isSecondFactorRequired(db, actor.id),
    readable: factor === undefined || openSecret(config, factorOwner(actor.id), factor.secret) !== null,
  };
}

/** Returns the secret for the app. No effect on sign-in until a code confirms it; starting again replaces the secret. */
async function beginSecondFactor(ctx: SignedCtx, password: string): Promise<Enrolment> {
  const account = await assertOwnPassword(ctx, { field: 'password', typed: password });
  const secret = createSecret();
  const sealed = sealSecret(ctx.config, factorOwner(account.id), secret);
  await transact(ctx, NEVER_STORED, async ({ trx, now }) => {
    if (!(await storePendingFactor(trx, account.id, sealed, now))) throw new AppError('SECOND_FACTOR_ACTIVE');
  });
  const base32 = toBase32(secret);
  return { secret: base32, uri: otpauthUri(account.email, base32) };
}

const ACTIVE = { 'Segundo factor': 'Activo' };
const INACTIVE = { 'Segundo factor': 'Inactivo' };

/** Responses with a secret must not be stored under an Idempotency-Key. */
const NEVER_STORED = { remember: false } as const;
const BEGUN_MS = 30 * 60_000;

/** The setup must have begun in the last half hour. The returned recovery codes cannot be read again. Ends the other sessions. */
async function confirmSecondFactor(ctx: SignedCtx, typed: string): Promise<string[]> {
  const userId = ctx.actor.id;
  const begun = await findPendingFactor(ctx.db, userId, new Date(ctx.clock().getTime() - BEGUN_MS));
  const opened = begun && openSecret(ctx.config, factorOwner(userId), begun.secret);
  if (!begun || !opened)
    throw new AppError((await findSecondFactor(ctx.db, userId)) ? 'SECOND_FACTOR_ACTIVE' : 'SECOND_FACTOR_NOT_BEGUN');
  const step = await checkOwnCode<number>(ctx, async () => {
    const found = matchStep(opened.secret, readAppCode(typed), ctx.clock());
    return found === null ? { refusal: 'SECOND_FACTOR_WRONG' } : { proof: found };
  });
  const codes = createRecoveryCodes();
  await transact(ctx, NEVER_STORED, async (work) => {
    const { trx, actor, now, audit, afterCommit } = work;
    // Waits for a concurrent sign-in without code, so that its session is ended below.
    await lockAccount(trx, userId);
    const account = await getAccount(trx, userId);
    if (!(await confirmFactor(trx, begun, step, now))) throw new AppError('SECOND_FACTOR_NOT_BEGUN');
    await replaceRecoveryCodes(trx, userId, codes.map(hashRecoveryCode));
    const ended = await endSessions(trx, { userId, except: actor.sessionId }, now);
    const after = { ...ACTIVE, 'Sesiones cerradas': ended.length || undefined };
    await audit(userAudit(userId, 'ACTUALIZAR'), { before: INACTIVE, after });
    await mailAccount(work, account, SECOND_FACTOR_ON);
    afterCommit(() => ctx.publish.endSessions(ended));
  });
  return codes;
}

async function renewRecoveryCodes(ctx: SignedCtx, typed: string): Promise<string[]> {
  const proof = await proveOwnCode(ctx, typed);
  const codes = createRecoveryCodes();
  await transact(ctx, NEVER_STORED, async ({ trx, actor, now, audit }) => {
    await lockAccount(trx, actor.id);
    await consumeProof(trx, actor.id, proof, now);
    await replaceRecoveryCodes(trx, actor.id, codes.map(hashRecoveryCode));
    await audit(userAudit(actor.id, 'ACTUALIZAR'), { after: { 'Códigos de recuperación': 'Reemplazados' } });
  });
  return codes;
}

/** Allowed where a role requires it too: the user must then set it up again, which is how to change phones. */
async function disableSecondFactor(ctx: SignedCtx, given: DisableBody): Promise<void> {
  const account = await assertOwnPassword(ctx, { field: 'password', typed: given.password });
  const proof = await proveOwnCode(ctx, given.code);
  await transact(ctx, async (work) => {
    const { trx, actor, now, audit, afterCommit } = work;
    await lockAccount(trx, actor.id);
    await consumeProof(trx, actor.id, proof, now);
    await deleteFactor(trx, actor.id);
    await audit(userAudit(actor.id, 'ACTUALIZAR'), { before: ACTIVE, after: INACTIVE });
    await mailAccount(work, account, SECOND_FACTOR_OFF);
    // Where a role requires it, sockets may reconnect only after it is set up again.
    afterCommit(() => ctx.publish.endUser(actor.id));
  });
}
