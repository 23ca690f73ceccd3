import { createTransport } from 'nodemailer';
import { escapeHtml } from '../../work/escape-html.ts';
import { withTimeout } from '../../work/with-timeout.ts';
import { SIGNATURE } from './queue-mail.ts';

interface OutgoingMail {
  /** File name without an SMTP server, so that a retry replaces it. */
  id: number;
  to: string;
  subject: string;
  text: string;
  /** The same at every retry, so that receivers can deduplicate. */
  messageId: string;
  date: Date;
  logo: Buffer | null;
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

/** Plain text, with an HTML version if there is a logo. The address is an object, so that it cannot become a list. */
export const messageOf = (mail: OutgoingMail, from: string) => ({
  from,
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  messageId: mail.messageId,
  date: mail.date,
  headers: { 'Auto-Submitted': 'auto-generated' },
  ...(mail.logo && htmlPart(mail.text, mail.logo)),
});

/** The logo is embedded: most readers block remote images, and loading one would reveal the reader. */
const htmlPart = (text: string, logo: Buffer) => ({
  html: `<div style="${BODY_STYLE}">
<p><img src="cid:${LOGO_ID}" alt="" style="max-width: 240px; max-height: 64px"></p>
${text.split('\n\n').map(paragraphOf).join('\n')}
</div>`,
  attachments: [
    {
      cid: LOGO_ID,
      filename: 'logo.png',
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
      content: logo,
    },
  ],
});
const LOGO_ID = 'logo@campanero';

/** Inline styles: mail readers ignore others. */
const BODY_STYLE = 'max-width: 560px; font: 15px/1.5 Arial, Helvetica, sans-serif; color: #12181e';
const BUTTON_STYLE =
  'display: inline-block; padding: 10px 18px; border-radius: 8px; background: #0b6373; color: #ffffff; font-weight: bold; text-decoration: none';
const SMALL_STYLE = 'font-size: 13px; color: #5d6974';

const ADDRESS = /https?:\/\/[^\s<]*[^\s<.,;:)]/g;
const ADDRESS_ALONE = new RegExp(`^${ADDRESS.source}$`);
const linked = (escaped: string) => escaped.replace(ADDRESS, (address) => `<a href="${address}">${address}</a>`);

/** A URL on its own line becomes a button, with the URL below for copying. */
function paragraphOf(text: string): string {
  const escaped = escapeHtml(text);
  if (ADDRESS_ALONE.test(escaped))
    return `<p><a href="${escaped}" style="${BUTTON_STYLE}">Abrir el enlace</a></p>
<p style="${SMALL_STYLE}; word-break: break-all">${escaped}</p>`;
  const look = text.startsWith(SIGNATURE)
    ? ` style="${SMALL_STYLE}; border-top: 1px solid #e0e5e8; padding-top: 12px"`
    : '';
  return `<p${look}>${linked(escaped).replaceAll('\n', '<br>')}</p>`;
}

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
