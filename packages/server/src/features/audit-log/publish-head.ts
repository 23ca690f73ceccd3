import { z } from 'zod';
import { queueMail } from '../../integrations/mailer/queue-mail.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { findHead, noteHead, type ChainHead } from '../../work/audit-heads.ts';
import type { Ctx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { selectAdministratorMails } from '../users/users.queries.ts';

/**
 * Takes the end of the audit chain out of the database: into the log, into a file of DATA_DIR and, with AUDIT_HEAD_MAIL, to the
 * administrators. Safe to repeat: the same end may be noted twice.
 */
export async function publishHead(ctx: Ctx): Promise<void> {
  const { db, config, log } = ctx;
  const head = await findHead(db);
  if (!head) return;
  const file = await noteHead(config.dataDir, head, ctx.clock());
  log.info({ head: head.hash, blockId: head.blockId, lastRowId: head.lastRowId, file }, 'the end of the audit chain');
  if (config.auditHeadMail) await mailHead(ctx, head);
}

const mailHead = (ctx: Ctx, { hash, blockId, lastRowId }: ChainHead) =>
  transact(ctx, async ({ trx, now, afterCommit }) => {
    for (const { id, firstName, email } of await selectAdministratorMails(trx))
      await queueMail(
        { trx, now, afterCommit },
        {
          userId: id,
          to: email,
          subject: 'Fin de la cadena de auditoría de Campanero',
          text: [
            `Hola, ${firstName}:`,
            `Este es el fin de la cadena de auditoría (bloque ${blockId}, registro ${lastRowId}):`,
            hash,
            'Guarde este mensaje. Si alguna vez duda de la auditoría, quien administra el servidor puede comprobarla con:',
            `npm run audit:verify -- ${hash}`,
            'Campanero',
          ].join('\n\n'),
        },
      );
  });

/** Daily, on one of the nodes that work off jobs. */
export const publishHeadJob = defineJob({
  name: 'audit.publish-head',
  payload: z.object({}),
  retry: { limit: 10, delaySeconds: 60 },
  expireSeconds: 300,
  unique: true,
  cron: '11 6 * * *',
  handler: (ctx) => publishHead(ctx),
});
