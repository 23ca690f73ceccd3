import { createTransport } from 'nodemailer';
import { withTimeout } from '../../work/with-timeout.ts';
import { type Letterhead, LOGO_ID, mailHtml } from './mail-html.ts';
import type { MailAttachment } from './queue-mail.ts';

export interface MailExtras {
  unsubscribeUrl?: string | null | undefined;
  attachment?: MailAttachment | undefined;
}

interface OutgoingMail extends Letterhead, MailExtras {
  /** File name without an SMTP server, so that a retry replaces it. */
  id: number;
  to: string;
  subject: string;
  text: string;
  /** The same at every retry, so that receivers can deduplicate. */
  messageId: string;
  date: Date;
}

export type MailTransport = { send(mail: OutgoingMail): Promise<void>; close(): void };

export class MailRefused extends Error {
  /** True: the message is refused permanently (5xx). False: no answer or a temporary error, for all messages. */
  readonly isPermanent: boolean;
  constructor(reason: string, isPermanent: boolean, cause?: unknown) {
    super(reason, { cause });
    this.isPermanent = isPermanent;
  }
}

/** Below the lease of a claimed message. */
const DEADLINE_MS = 90_000;
const tooLong = () => Object.assign(new Error('deadline'), { code: 'ETIMEDOUT' });

export function createSmtpTransport(url: string, from: string, answerMs = 10_000): MailTransport {
  const transporter = createTransport({
    url,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: 3 * answerMs,
    dnsTimeout: answerMs,
    // The text contains user input: nodemailer must not read it as a path or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await withTimeout(DEADLINE_MS, transporter.sendMail(messageOf(mail, from)), tooLong);
      } catch (error) {
        throw describe(error);
      }
    },
    close: () => transporter.close(),
  };
}

/** Text and HTML, from the city if it has a name. Addresses are objects, so that they cannot become lists. */
export const messageOf = (mail: OutgoingMail, from: string) => ({
  from: {
    name: mail.city || (/^"?([^"<]*?)"?\s*</.exec(from)?.[1] ?? ''),
    address: /<([^>]*)>/.exec(from)?.[1] ?? from,
  },
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mailHtml(mail),
  messageId: mail.messageId,
  date: mail.date,
  headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
  attachments: [...logoOf(mail), ...fileOf(mail)],
});

/** Mail programs show a button that posts to it; opening the address changes nothing. */
const unsubscribeHeaders = ({ unsubscribeUrl }: MailExtras): Record<string, string> =>
  unsubscribeUrl
    ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {};

const logoOf = ({ logo }: Letterhead) =>
  logo
    ? [
        {
          cid: LOGO_ID,
          filename: 'logo.png',
          contentType: 'image/png',
          contentDisposition: 'inline' as const,
          content: logo,
        },
      ]
    : [];

const fileOf = ({ attachment }: MailExtras) =>
  attachment
    ? [
        {
          filename: attachment.name,
          contentType: attachment.contentType,
          contentDisposition: 'attachment' as const,
          content: attachment.content,
        },
      ]
    : [];

/** Keeps only codes: messages may repeat the address. nodemailer has the code of a connection error in `originalCode`. */
function describe(error: unknown): MailRefused {
  const { responseCode, code, originalCode } = error as Record<'code' | 'originalCode', string | undefined> & {
    responseCode?: number;
  };
  if (responseCode === undefined) return new MailRefused(originalCode ?? code ?? 'unknown', false, error);
  // Authentication errors concern our settings, not the message.
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  return new MailRefused(`SMTP ${responseCode}`, isAboutMessage && responseCode >= 500, error);
}
