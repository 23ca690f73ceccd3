import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { MailTransport } from './port.ts';
import { messageOf } from './smtp.ts';

/** Without an SMTP server: one `.eml` per message, named by its id, there as a whole or not at all. */
export function createOutbox(folder: string, from: string, log: Logger): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${String(mail.id).padStart(8, '0')}.eml`);
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(message as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
      log.info({ mailId: mail.id, file: path }, 'no SMTP_URL: the message is kept as a file');
    },
    close: () => composer.close(),
  };
}
