import { join } from 'node:path';
import type { IntervalTask } from '../../jobs/interval.ts';
import type { Deps } from '../../work/context.ts';
import { createOutbox } from './outbox.ts';
import type { MailTransport } from './port.ts';
import { sendNextMail } from './send-mail.ts';
import { createSmtpTransport } from './smtp.ts';

export const createMailTransport = ({ config, log }: Pick<Deps, 'config' | 'log'>): MailTransport =>
  config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, config.mailFrom)
    : createOutbox(join(config.dataDir, 'outbox'), config.mailFrom, log);

/** Empties the outbox every second. While the server is away the rounds grow rarer: one probe, not one per waiting message. */
export function createMailTask(): IntervalTask {
  let transport: MailTransport | undefined;
  let outages = 0;
  let quietUntil = 0;
  return {
    name: 'mail',
    everyMs: 1_000,
    async run(deps, signal) {
      if (Date.now() < quietUntil) return;
      transport ??= createMailTransport(deps);
      let outcome = await sendNextMail(deps, transport);
      while (!signal.aborted && (outcome === 'sent' || outcome === 'refused')) {
        outages = 0;
        outcome = await sendNextMail(deps, transport);
      }
      if (outcome !== 'outage') return;
      outages += 1;
      quietUntil = Date.now() + Math.min(30_000, 1_000 * 2 ** outages);
    },
  };
}
