import { type Db, run, selectFirst, selectRow } from '../../db/index.ts';
import type { Deps } from '../../work/context.ts';
import { countFailure, mails } from '../../work/metrics.ts';
import type { Letterhead } from './mail-html.ts';
import type { MailAttachment } from './queue-mail.ts';
import { MailRefused, type MailExtras, type MailTransport } from './smtp.ts';

/** Longer than any send may take (smtp.ts), so that no other worker claims the message. */
const LEASE_SECONDS = 120;
const BACKOFF_SECONDS = 5;
/** Maximum backoff while the server is down: short, because all messages wait for it. */
const OUTAGE_MAX_SECONDS = 60;
/** Maximum backoff of a refused message. */
const REFUSAL_MAX_SECONDS = 3_600;
const REFUSALS_MAX = 12;

interface ClaimedMail extends Letterhead, MailExtras {
  id: number;
  recipient: string;
  subject: string;
  body: string;
  messageId: string;
  createdAt: Date;
  attempts: number;
}

type SendOutcome = 'sent' | 'refused' | 'outage' | 'nothing to send';

/** Claims the next due message with a lease. If the process dies before the update, it is sent again with the same Message-ID. */
export async function sendNextMail(deps: Deps, transport: MailTransport): Promise<SendOutcome> {
  const mail = await claimMail(deps);
  if (!mail) return 'nothing to send';
  const { id, recipient: to, subject, body: text, createdAt: date, city, logo, unsubscribeUrl } = mail;
  try {
    const messageId = messageIdOf(mail.messageId, deps.config.mailFrom);
    const attachment = await findAttachment(deps.db, id);
    await transport.send({ id, to, subject, text, date, messageId, city, logo, unsubscribeUrl, attachment });
  } catch (error) {
    const refusal = error instanceof MailRefused ? error : new MailRefused((error as Error).name, false);
    deps.log.warn({ mailId: id, attempt: mail.attempts, reason: refusal.message }, 'a mail could not be sent yet');
    await postponeMail(deps, mail, refusal);
    const result = refusal.isPermanent ? 'refused' : 'outage';
    mails.inc({ result });
    if (result === 'outage') countFailure('mail');
    return result;
  }
  await markSent(deps, mail);
  mails.inc({ result: 'sent' });
  return 'sent';
}

function claimMail({ db, clock }: Deps) {
  const now = clock();
  return selectFirst<ClaimedMail>(db)`
    update mail set attempts = attempts + 1, next_attempt_at = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    where id = (
      select id from mail where sent_at is null and next_attempt_at <= ${now}
      order by next_attempt_at, id limit 1 for update skip locked)
    returning id, recipient, subject, body, message_id, created_at, attempts, unsubscribe_url,
      (select logo from city_profile) as logo, coalesce((select city from city_profile), '') as city`;
}

const findAttachment = (db: Db, mailId: number) =>
  selectFirst<MailAttachment>(db)`select name, content_type, content from mail_attachment where mail_id = ${mailId}`;

/** The body may contain a secret: only the inbox text is kept, and no attachment. */
const markSent = ({ db, clock }: Deps, { id }: ClaimedMail) =>
  run(db)`
    with attached as (delete from mail_attachment where mail_id = ${id})
    update mail set sent_at = ${clock()}, body = coalesce(inbox_body, body), inbox_body = null, unsubscribe_url = null,
      last_error = null
    where id = ${id} and sent_at is null`;

async function postponeMail({ db, clock, log }: Deps, mail: ClaimedMail, refusal: MailRefused): Promise<void> {
  const isOver = refusal.isPermanent && mail.attempts >= REFUSALS_MAX;
  if (isOver)
    log.error({ mailId: mail.id, reason: refusal.message }, 'a mail was refused for good; its Inbox copy stays');
  const ceiling = refusal.isPermanent ? REFUSAL_MAX_SECONDS : OUTAGE_MAX_SECONDS;
  const seconds = Math.min(ceiling, BACKOFF_SECONDS * 2 ** Math.min(mail.attempts - 1, 20));
  // Only while the claim is ours: the lease may have expired.
  await run(db)`
    with attached as (delete from mail_attachment where mail_id = ${mail.id} and ${isOver})
    update mail set last_error = ${refusal.message}, unsubscribe_url = case when not ${isOver} then unsubscribe_url end,
      body = case when ${isOver} then coalesce(inbox_body, body) else body end,
      next_attempt_at = case when ${isOver} then 'infinity' else ${clock()}::timestamptz + make_interval(secs => ${seconds}) end
    where id = ${mail.id} and attempts = ${mail.attempts} and sent_at is null`;
}

/** In the sender's domain, as receivers expect. */
export function messageIdOf(messageId: string, from: string): string {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${messageId}@${domain}>`;
}

export const readMailBacklog = (db: Db, now: Date) =>
  selectRow<{ waiting: number; refused: number; oldestSeconds: number | null; lastError: string | null }>(db)`
    select count(*) filter (where next_attempt_at < 'infinity')::int as waiting,
      count(*) filter (where next_attempt_at = 'infinity')::int as refused,
      extract(epoch from ${now}::timestamptz - min(created_at) filter (where next_attempt_at < 'infinity'))::float8 as oldest_seconds,
      (select last_error from mail where sent_at is null and last_error is not null order by next_attempt_at limit 1) as last_error
    from mail where sent_at is null`;
