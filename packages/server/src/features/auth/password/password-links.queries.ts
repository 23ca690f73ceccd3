import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../../../config.ts';
import { asBigint, type Db, hasWritten, run, selectFirst, type Trx } from '../../../db/index.ts';
import type { EventWork } from '../../../work/notify.ts';
import { directoryMail, invitationMail, mailAccount, recoveryMail } from '../auth.mails.ts';
import { lockAccount, type Account } from '../auth.queries.ts';

type LinkKind = 'recovery' | 'invitation' | 'sign-in';
const MINUTE_MS = 60_000;
const LIFE_MS: Record<LinkKind, number> = {
  recovery: 60 * MINUTE_MS,
  invitation: 72 * 60 * MINUTE_MS,
  'sign-in': 15 * MINUTE_MS,
};
const SECRET_BYTES = 32;

const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** An invitation to a user without password, otherwise a recovery link. Voids earlier links; commits with the caller's transaction. */
export async function sendPasswordLink(
  work: EventWork,
  config: Pick<Config, 'publicUrl' | 'oidcOnly' | 'oidcName'>,
  account: Pick<Account, 'id' | 'firstName' | 'email' | 'passwordHash'>,
): Promise<LinkKind> {
  const kind: LinkKind = account.passwordHash === null ? 'invitation' : 'recovery';
  if (config.oidcOnly) {
    await mailAccount(work, account, directoryMail(account.email, config.oidcName, config.publicUrl));
    return kind;
  }
  const link = await createResetLink(work.trx, config, { userId: account.id, kind }, work.now);
  const mail = kind === 'invitation' ? invitationMail(account.email, link) : recoveryMail(link);
  await mailAccount(work, account, mail);
  return kind;
}

/** The lock keeps two requests from each leaving a valid link. Only a hash is stored; the link never uses the request's Host header. */
export async function createResetLink(
  trx: Trx,
  config: Pick<Config, 'publicUrl'>,
  { userId, kind }: { userId: number; kind: LinkKind },
  now: Date,
): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await lockAccount(trx, userId);
  await invalidatePasswordLinks(trx, userId, now);
  const expiresAt = new Date(now.getTime() + LIFE_MS[kind]);
  await run(trx)`
    insert into reset_token (user_id, token_hash, kind, created_at, expires_at)
    values (${userId}, ${hashSecret(secret)}, ${kind}, ${now}, ${expiresAt})`;
  return `${config.publicUrl}/${kind === 'sign-in' ? 'signin/link' : 'reset'}/${userId}?token=${secret}`;
}

export const invalidatePasswordLinks = (trx: Trx, userId: number, now: Date) =>
  hasWritten(trx)`update reset_token set used_at = ${now} where user_id = ${userId} and used_at is null`;

/** The id of the path may exceed int4. */
export const findPasswordLink = (
  db: Db,
  { userId, secret, isSignIn = false }: { userId: number; secret: string; isSignIn?: boolean },
  now: Date,
) =>
  selectFirst<{ id: number }>(db)`
    select id from reset_token where user_id = ${asBigint(userId)} and token_hash = ${hashSecret(secret)}
      and (kind = 'sign-in') = ${isSignIn} and used_at is null and expires_at > ${now}`;

/** True for exactly one of several concurrent callers. */
export const consumePasswordLink = (trx: Trx, id: number, now: Date) =>
  hasWritten(trx)`
    update reset_token set used_at = ${now} where id = ${id} and used_at is null and expires_at > ${now}`;
