import { createTransport } from 'nodemailer';
import { escapeHtml } from '../../work/escape-html.ts';
import { withTimeout } from '../../work/with-timeout.ts';
import { SIGNATURE } from './queue-mail.ts';

/** One message on its way out. */
interface OutgoingMail {
  /** The name of the file without an SMTP server, so that a repeat replaces it. */
  id: number;
  to: string;
  subject: string;
  text: string;
  /** The same at every try: a receiver can tell a repeat. */
  messageId: string;
  date: Date;
  /** The city's, a PNG. */
  logo: Buffer | null;
}

/** How messages leave: an SMTP server, or files when there is none. */
export interface MailTransport {
  /** Resolves when the other side has accepted the message. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** A refusal by the other side. */
export class MailRefused extends Error {
  /** True: this message is refused for good (5xx). False: no answer or "try later", for all messages. */
  readonly isPermanent: boolean;
  constructor(reason: string, isPermanent: boolean, cause?: unknown) {
    super(reason, { cause });
    this.isPermanent = isPermanent;
  }
}

/** Below the lease of a claimed message, so that no other worker sends it meanwhile. */
const DEADLINE_MS = 90_000;
const tooLong = () => Object.assign(new Error('deadline'), { code: 'ETIMEDOUT' });

export function createSmtpTransport(url: string, from: string, answerMs = 10_000): MailTransport {
  const transporter = createTransport({
    url,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: 3 * answerMs,
    dnsTimeout: answerMs,
    // The text contains user input: nodemailer must never take it for a path or an address to read from.
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

/** Plain text, and with a logo the same once more below it. The address goes in as an object, so that it is one address and no list whatever it contains. */
export const messageOf = (mail: OutgoingMail, from: string) => ({
  from,
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  messageId: mail.messageId,
  date: mail.date,
  headers: { 'Auto-Submitted': 'auto-generated' },
  ...(mail.logo && asPage(mail.text, mail.logo)),
});

/** The logo travels inside the message: what is fetched from elsewhere most readers hide, and it would say who reads. */
const asPage = (text: string, logo: Buffer) => ({
  html: `<div style="${LETTER}">
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

/** Styles stand in the tags: mail readers take no others. */
const LETTER = 'max-width: 560px; font: 15px/1.5 Arial, Helvetica, sans-serif; color: #12181e';
const BUTTON =
  'display: inline-block; padding: 10px 18px; border-radius: 8px; background: #0b6373; color: #ffffff; font-weight: bold; text-decoration: none';
const QUIET = 'font-size: 13px; color: #5d6974';

const ADDRESS = /https?:\/\/[^\s<]*[^\s<.,;:)]/g;
const ADDRESS_ALONE = new RegExp(`^${ADDRESS.source}$`);
const linked = (escaped: string) => escaped.replace(ADDRESS, (address) => `<a href="${address}">${address}</a>`);

/** An address that stands alone is what the mail is for: a button, and itself for who would rather copy it. */
function paragraphOf(text: string): string {
  const escaped = escapeHtml(text);
  if (ADDRESS_ALONE.test(escaped))
    return `<p><a href="${escaped}" style="${BUTTON}">Abrir el enlace</a></p>
<p style="${QUIET}; word-break: break-all">${escaped}</p>`;
  const look = text.startsWith(SIGNATURE) ? ` style="${QUIET}; border-top: 1px solid #e0e5e8; padding-top: 12px"` : '';
  return `<p${look}>${linked(escaped).replaceAll('\n', '<br>')}</p>`;
}

/**
 * Only codes are kept: the server's sentence may repeat the address, and is the cause. nodemailer calls everything below SMTP "ESOCKET" and keeps what
 * it was (a certificate that is not trusted, a name that does not exist) beside it.
 */
function describe(error: unknown): MailRefused {
  const { responseCode, code, originalCode } = error as Record<'code' | 'originalCode', string | undefined> & {
    responseCode?: number;
  };
  if (responseCode === undefined) return new MailRefused(originalCode ?? code ?? 'unknown', false, error);
  // A wrong password is a fault of our settings, not of this message.
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  return new MailRefused(`SMTP ${responseCode}`, isAboutMessage && responseCode >= 500, error);
}
