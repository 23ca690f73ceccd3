import { ADMINISTRADOR } from '@campanero/contract/roles';
import { EXPORT_KINDS } from '@campanero/contract/exports/kinds';
import { EXPORT_HOURS } from '@campanero/contract/exports/schemas';
import type { StoredFile } from '../../integrations/files/port.ts';
import { letter, queueMail } from '../../integrations/mailer/queue-mail.ts';
import type { Actor, Ctx } from '../../work/context.ts';
import { notify, type Ring } from '../../work/notify.ts';
import { adoptFiles } from '../../work/stray-files.ts';
import { transact, type Work } from '../../work/transact.ts';
import { endExport, findExport, findRequester, type Attempt, type FoundExport } from './exports.queries.ts';
import { auditedObject, exportMail, fileNameOf } from './exports.words.ts';

const HOUR_MS = 3_600_000;
/** For names alone: the campaign's name is in the requester's own mail and audit record. */
const EVERYTHING = { id: 0, primary: ADMINISTRADOR };

async function getEnded({ trx }: Pick<Work, 'trx'>, id: string): Promise<FoundExport> {
  const job = await findExport(trx, EVERYTHING, id);
  if (!job) throw new Error(`export ${id} is not there`);
  return job;
}

/**
 * The end of an export that was made, in one transaction: the file belongs to its row; mail, Inbox, bell and audit tell of
 * it, and the socket event of its kind follows, if it has one. False: it was cancelled or taken over meanwhile, and the file
 * is nobody's.
 */
export const completeExport = (
  ctx: Ctx,
  attempt: Attempt,
  { key, bytes, rows }: Pick<StoredFile, 'key' | 'bytes'> & { rows: number },
): Promise<boolean> =>
  transact(ctx, async (work) => {
    const { trx, now } = work;
    const job = await getEnded(work, attempt.id);
    const expiresAt = new Date(now.getTime() + EXPORT_HOURS * HOUR_MS);
    const fileName = fileNameOf(job);
    const isOurs = await endExport(trx, attempt, {
      status: 'COMPLETED',
      finishedAt: now,
      progress: 1,
      rowCount: rows,
      total: rows,
      bytes,
      fileKey: key,
      fileName,
      expiresAt,
    });
    if (!isOurs) return false;
    await adoptFiles(trx, [key]);
    const person = await findRequester(trx, job.requestedBy);
    const mail = exportMail(job, { rows, expiresAt }, `${ctx.config.publicUrl}/export/${job.id}`);
    await queueMail(work, {
      userId: person.id,
      to: person.email,
      subject: mail.subject,
      text: letter(person.firstName, ...mail.paragraphs),
      inboxText: letter(person.firstName, ...mail.inboxParagraphs),
      exportId: job.id,
    });
    await tell(work, job, { status: 'COMPLETED' }, { Acción: 'Exportación terminada', Archivo: fileName, Filas: rows });
    return true;
  });

/**
 * Ends an export that cannot be made: ERROR, with the reason in words where there is one for people. Does nothing to one that is over.
 */
export const failExport = (ctx: Ctx, attempt: Attempt, words: string | null): Promise<void> =>
  transact(ctx, async (work) => {
    const isOurs = await endExport(work.trx, attempt, { status: 'ERROR', finishedAt: work.now, failure: words });
    if (!isOurs) return;
    const job = await getEnded(work, attempt.id);
    await tell(
      work,
      job,
      { status: 'ERROR', ...(words !== null && { reason: words }) },
      { Acción: 'Exportación fallida', Motivo: words ?? undefined },
    );
  });

async function tell(
  work: Work<Actor | null>,
  job: FoundExport,
  ring: Pick<Ring, 'status' | 'reason'>,
  outcome: Record<string, string | number | undefined>,
): Promise<void> {
  const { label, audit, bell, event } = EXPORT_KINDS[job.kind];
  await work.audit({
    action: audit,
    subaction: 'EXPORTAR',
    object: auditedObject(job),
    userId: job.requestedBy,
    after: { ...outcome, Exportación: label, Campaña: job.campaignName ?? undefined },
  });
  const { requestedBy: userId, campaignId } = job;
  await notify(work, [
    {
      ...ring,
      userId,
      action: bell,
      subject: `export:${job.id}`,
      exportId: job.id,
      ...(campaignId !== null && { campaignId }),
    },
  ]);
  if (event) {
    const payload = { userId, campaignId, status: { status: ring.status ?? 'COMPLETED' } };
    work.afterCommit({ to: [userId], event, payload });
  }
}
