import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { IntervalTask } from '../../jobs/interval.ts';
import type { Deps } from '../../work/context.ts';
import { outboxFolderOf } from './outbox-files.ts';
import { createSmtpTransport, messageOf, type MailTransport } from './smtp.ts';
import { sendNextMail } from './send-mail.ts';

const pathOf = (folder: string, mailId: number) => join(folder, `${String(mailId).padStart(8, '0')}.eml`);

export async function removeFromOutbox(config: Pick<Config, 'dataDir'>, mailIds: readonly number[]): Promise<void> {
  for (const id of mailIds)
    for (const end of ['', '.part']) await rm(`${pathOf(outboxFolderOf(config), id)}${end}`, { force: true });
}

/** Without an SMTP server: one `.eml` per message, written atomically. */
function createOutbox(folder: string, from: string, log: Logger): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = pathOf(folder, mail.id);
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

export const createMailTransport = ({ config, log }: Pick<Deps, 'config' | 'log'>): MailTransport =>
  config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, config.mailFrom)
    : createOutbox(outboxFolderOf(config), config.mailFrom, log);

/** Sends waiting mails every second. While the server is down it tries one mail per round, with exponential backoff. */
export function createMailTask(): IntervalTask {
  let transport: MailTransport | undefined;
  let outages = 0;
  let pausedUntil = 0;
  return {
    name: 'mail',
    everyMs: 1_000,
    async run(deps, signal) {
      if (Date.now() < pausedUntil) return;
      transport ??= createMailTransport(deps);
      let outcome = await sendNextMail(deps, transport);
      while (!signal.aborted && (outcome === 'sent' || outcome === 'refused')) {
        outages = 0;
        outcome = await sendNextMail(deps, transport);
      }
      if (outcome !== 'outage') return;
      outages += 1;
      pausedUntil = Date.now() + Math.min(30_000, 1_000 * 2 ** outages);
    },
  };
}
