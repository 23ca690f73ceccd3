import { queueMail } from '../../integrations/mailer/queue-mail.ts';
import { defineCronJob } from '../../jobs/define-job.ts';
import { findHead, recordHead, readRecordedHeads, type ChainHead } from '../../work/audit-heads.ts';
import { type Ctx, listAdministrators, transact } from '../../work/index.ts';

/** To the log, a file of DATA_DIR and, with AUDIT_HEAD_MAIL, by mail. Idempotent: the same head may be noted twice. */
async function publishHead(ctx: Ctx): Promise<void> {
  const { db, config, log } = ctx;
  const head = await findHead(db);
  if (!head) return;
  const file = await recordHead(config.dataDir, head, ctx.clock());
  log.info({ head: head.hash, blockId: head.blockId, lastRowId: head.lastRowId, file }, 'the end of the audit chain');
  if (config.auditHeadMail) await mailHead(ctx, head);
}

const mailHead = (ctx: Ctx, { hash, blockId, lastRowId }: ChainHead) =>
  transact(ctx, async ({ trx, now, afterCommit }) => {
    for (const { id, firstName, email } of await listAdministrators(trx))
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

// Early for a new installation: until a head is stored outside the database, the whole chain could be forged. Almost always does nothing.
const publishFirstHeadJob = defineCronJob({
  name: 'audit.publish-first-head',
  retry: { limit: 3, delaySeconds: 60 },
  expireSeconds: 300,
  cron: '*/10 * * * *',
  async handler(ctx) {
    if ((await readRecordedHeads(ctx.config.dataDir)).length === 0) await publishHead(ctx);
  },
});

const publishHeadJob = defineCronJob({
  name: 'audit.publish-head',
  retry: { limit: 10, delaySeconds: 60 },
  expireSeconds: 300,
  cron: '11 6 * * *',
  handler: (ctx) => publishHead(ctx),
});

export const headJobs = [publishFirstHeadJob, publishHeadJob];
