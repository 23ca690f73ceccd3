import { randomUUID } from 'node:crypto';
import type { Work } from '../../work/transact.ts';

export interface NewMail {
  /** The user whose Inbox also shows it; null for an address without an account. */
  userId: number | null;
  to: string;
  subject: string;
  text: string;
  /** What the Inbox shows, and all that is kept once sent, when `text` holds a secret such as a reset link or says more than the Inbox needs. */
  inboxText?: string;
  /** The finished export it is about: the Inbox shows its file. */
  exportId?: string;
}

/** The part of a use case's work that a mail needs. */
export type MailWork = Pick<Work, 'trx' | 'now' | 'afterCommit'>;

/** One address and nothing that could end a header line or begin a second recipient. */
const ADDRESS = /^[^\s@<>,;:"\\()[\]\p{Cc}]+@[^\s@<>,;:"\\()[\]\p{Cc}]+$/u;
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** The text of a mail of ours to a person: greeting, paragraphs, who writes. */
export const letter = (firstName: string, ...paragraphs: string[]): string =>
  [`Hola, ${firstName}:`, ...paragraphs, SIGNATURE].join('\n\n');
export const SIGNATURE = 'Campanero';

/** Of a letter, the city too: «Campanero · Municipalidad de Morón». */
export const signed = (text: string, city: string) =>
  city !== '' && text.endsWith(`\n\n${SIGNATURE}`) ? `${text} · ${city}` : text;

/**
 * Puts a message into the outbox in the caller's transaction: it is sent within a second or so of the commit. The Inbox of its
 * user, where it is open, hears of it after the commit.
 */
export async function queueMail({ trx, now, afterCommit }: MailWork, mail: NewMail): Promise<void> {
  if (!ADDRESS.test(mail.to)) throw new Error('the recipient of a mail is not one plain address');
  const named = await trx.selectFrom('cityProfile').select('city').executeTakeFirst();
  const city = named?.city ?? '';
  const { id } = await trx
    .insertInto('mail')
    .values({
      userId: mail.userId,
      recipient: mail.to,
      subject: mail.subject.replace(UNPRINTABLE, ' ').trim(),
      body: signed(mail.text, city),
      inboxBody: mail.inboxText === undefined ? null : signed(mail.inboxText, city),
      exportId: mail.exportId ?? null,
      messageId: randomUUID(),
      createdAt: now,
      nextAttemptAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (mail.userId !== null) afterCommit({ to: [mail.userId], event: 'mail', payload: { id } });
}
