import { randomUUID } from 'node:crypto';
import { insertRow, run, selectValue } from '../../db/index.ts';
import type { EventWork } from '../../work/notify.ts';

export interface NewMail {
  /** The user whose inbox shows it; null for an address without account. */
  userId: number | null;
  to: string;
  subject: string;
  text: string;
  /** Shown in the inbox and kept after sending, if `text` holds a secret such as a reset link. */
  inboxText?: string;
  /** A completed export; the inbox shows its file. */
  exportId?: string;
  /** A coordinator's answer to this question of the user; the inbox shows its words, the mail does not. */
  questionId?: number;
  attachment?: MailAttachment;
  /** Stops mails of this kind when posted to (RFC 8058); public, so it carries its own proof. */
  unsubscribeUrl?: string;
}

/** Kept until the mail was sent. */
export interface MailAttachment {
  name: string;
  contentType: string;
  content: Buffer;
}

/** A single address without characters that could add a header or recipient. */
const ADDRESS = /^[^\s@<>,;:"\\()[\]\p{Cc}]+@[^\s@<>,;:"\\()[\]\p{Cc}]+$/u;
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

export const letter = (firstName: string, ...paragraphs: string[]): string =>
  [`Hola, ${firstName}:`, ...paragraphs, SIGNATURE].join('\n\n');
export const SIGNATURE = 'Campanero';

/** Adds the city to the signature: «Campanero · Municipalidad de Morón». */
export const signed = (text: string, city: string) =>
  city !== '' && text.endsWith(`\n\n${SIGNATURE}`) ? `${text} · ${city}` : text;

/** In the caller's transaction; sent about a second after the commit, with an event to the user's open inbox. */
export async function queueMail({ trx, now, afterCommit }: EventWork, mail: NewMail): Promise<void> {
  if (!ADDRESS.test(mail.to)) throw new Error('the recipient of a mail is not one plain address');
  const city = (await selectValue<string | undefined>(trx)`select city from city_profile`) ?? '';
  const id = await insertRow(trx, 'mail', {
    userId: mail.userId,
    recipient: mail.to,
    subject: mail.subject.replace(UNPRINTABLE, ' ').trim(),
    body: signed(mail.text, city),
    inboxBody: mail.inboxText === undefined ? null : signed(mail.inboxText, city),
    exportId: mail.exportId ?? null,
    questionId: mail.questionId ?? null,
    unsubscribeUrl: mail.unsubscribeUrl ?? null,
    messageId: randomUUID(),
    createdAt: now,
    nextAttemptAt: now,
  });
  const { attachment } = mail;
  if (attachment)
    await run(trx)`
      insert into mail_attachment (mail_id, name, content_type, content)
      values (${id}, ${attachment.name}, ${attachment.contentType}, ${attachment.content})`;
  if (mail.userId !== null) afterCommit({ to: [mail.userId], event: 'mail', payload: { id } });
}
