import type { Config } from '../../config.ts';
import { queueMail } from '../../integrations/mailer/queue-mail.ts';
import type { Work } from '../../work/transact.ts';
import { invitationMail, recoveryMail } from './auth.mails.ts';
import type { Account } from './auth.queries.ts';
import { createResetLink } from './reset-link.ts';
import type { ResetKind } from './reset-tokens.queries.ts';

/**
 * Mails the link with which its owner chooses a password: an invitation, good for three days, to somebody who has none
 * yet, otherwise a recovery link, good for an hour. Earlier links of that person are void. Link and mail commit with the
 * caller's transaction. Says which of the two it was.
 */
export async function sendPasswordLink(
  { trx, now }: Pick<Work, 'trx' | 'now'>,
  config: Pick<Config, 'publicUrl'>,
  account: Pick<Account, 'id' | 'firstName' | 'email' | 'passwordHash'>,
): Promise<ResetKind> {
  const kind: ResetKind = account.passwordHash === null ? 'invitation' : 'recovery';
  const link = await createResetLink(trx, config, { userId: account.id, kind }, now);
  const mail =
    kind === 'invitation'
      ? invitationMail(account.firstName, account.email, link)
      : recoveryMail(account.firstName, link);
  await queueMail({ trx, now }, { userId: account.id, to: account.email, ...mail });
  return kind;
}
