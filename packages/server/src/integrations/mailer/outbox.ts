import { mkdir, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { IntervalTask } from '../../jobs/interval.ts';
import type { Deps } from '../../work/context.ts';
import { ifMissing } from '../../work/if-missing.ts';
import { createSmtpTransport, messageOf, type MailTransport } from './smtp.ts';
import { sendNextMail } from './send-mail.ts';

export const outboxFolderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'outbox');
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
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600, flush: true });
      await rename(`${path}.part`, path);
      log.info({ mailId: mail.id, file: path }, 'no SMTP_URL: the message is kept as a file');
    },
    close: () => composer.close(),
  };
}

/** Files of unsent mails, and whether they are older than `before`. */
async function* listOutbox(folder: string, before: Date): AsyncGenerator<{ path: string; isExpired: boolean }> {
  const entries = await opendir(folder).catch(ifMissing(null));
  if (!entries) return;
  for await (const { name } of entries) {
    if (!name.endsWith('.eml') && !name.endsWith('.eml.part')) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(ifMissing(null));
    if (found) yield { path, isExpired: found.mtime < before };
  }
}

export async function sweepOutbox(folder: string, before: Date, signal?: AbortSignal): Promise<void> {
  for await (const { path, isExpired } of listOutbox(folder, before)) {
    signal?.throwIfAborted();
    if (isExpired) await rm(path, { force: true });
  }
}

export async function countOutbox(folder: string, before: Date): Promise<{ total: number; due: number }> {
  const counts = { total: 0, due: 0 };
  for await (const { isExpired } of listOutbox(folder, before)) {
    counts.total += 1;
    if (isExpired) counts.due += 1;
  }
  return counts;
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
