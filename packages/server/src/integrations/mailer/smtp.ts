import { createTransport } from 'nodemailer';
import { MailRefused, type MailTransport, type OutgoingMail } from './port.ts';

/** Below the lease of a claimed message, so that nobody else sends it meanwhile. */
const DEADLINE_MS = 90_000;

export function createSmtpTransport(url: string, from: string): MailTransport {
  const transporter = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
    // The text comes from people: it must never be taken for a path or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await within(DEADLINE_MS, transporter.sendMail(messageOf(mail, from)));
      } catch (error) {
        throw describe(error);
      }
    },
    close: () => transporter.close(),
  };
}

/** Plain text only. The address goes in as an object, so that it is one address and no list whatever it contains. */
export const messageOf = (mail: OutgoingMail, from: string) => ({
  from,
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  messageId: mail.messageId,
  date: mail.date,
  headers: { 'Auto-Submitted': 'auto-generated' },
});

function within<T>(milliseconds: number, sending: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(Object.assign(new Error('deadline'), { code: 'ETIMEDOUT' })), milliseconds);
  return Promise.race([sending, promise]).finally(() => clearTimeout(timer));
}

/** Only codes are kept: the server's sentence may repeat the address. */
function describe(error: unknown): MailRefused {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  if (responseCode === undefined) return new MailRefused(code ?? 'unknown', false);
  // A wrong password is ours to put right, not a word about this message.
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  return new MailRefused(`SMTP ${responseCode}`, isAboutMessage && responseCode >= 500);
}
