import { isClosed } from '@campanero/contract/campaigns/status';
import { hasPermission } from '@campanero/contract/roles';
import { REPORT_PAGES } from '@campanero/contract/reports/schemas';
import { letter, queueMail } from '../../integrations/mailer/queue-mail.ts';
import { defineMinuteJob } from '../../jobs/define-job.ts';
import { type Ctx, onReplica, transact } from '../../work/index.ts';
import { type BufferedFile, inFormat } from '../exports/statistics-file.ts';
import { campaignReport, globalReport, monitorReport, type ReportContent } from './report-figures.ts';
import { lastDueDay, periodOf, type ReportPeriod } from './report-periods.policy.ts';
import {
  findReader,
  findReportCampaign,
  insertPeriod,
  lockUnchanged,
  type ReportCampaign,
  type RunningReport,
  selectRunning,
  stopReport,
} from './reports.queries.ts';
import { reportMail } from './reports.words.ts';
import { stopLink } from './stop-link.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Reader = { id: number; firstName: string; email: string };
type Made = { campaign: ReportCampaign | undefined; content: ReportContent; workbook: BufferedFile };
type Result =
  | { outcome: 'sent'; reader: Reader; made: Made; period: ReportPeriod | undefined }
  | { outcome: 'unchanged' | 'closed' | 'forbidden' };

/** Every minute. A report whose making fails is tried again in the next one; the others go on. */
export const reportsJob = defineMinuteJob('report.send', async (ctx) => {
  const now = ctx.clock();
  for (const report of await selectRunning(ctx.db)) {
    ctx.job.signal.throwIfAborted();
    const day = lastDueDay(report, now, report.setAt, report.closedAt);
    if (day === null || (report.lastDay !== null && report.lastDay >= day)) continue;
    try {
      await sendReport(ctx, report, day);
    } catch (error) {
      if (ctx.job.signal.aborted) throw error;
      ctx.log.error({ err: error, reportId: report.id }, 'a report by mail could not be made');
    }
  }
});

/**
 * Figures are read first, on a replica if there is one. Then one transaction writes the day's row and the mail: whoever comes second, after
 * a restart or on another node, finds the row and sends nothing.
 */
async function sendReport(ctx: Ctx, report: RunningReport, day: string): Promise<void> {
  const result = await makeReport(ctx, report, day);
  await transact(ctx, { remember: false }, async (work) => {
    const { trx, now } = work;
    if (!(await lockUnchanged(trx, report))) return;
    if (!(await insertPeriod(trx, report.id, day, result.outcome, now))) return;
    // Nobody receives what their role no longer shows; asking again is possible once it does.
    if (result.outcome === 'forbidden' || report.frequency === 'end') await stopReport(trx, report.id, now);
    if (result.outcome !== 'sent') return;
    const { reader, made, period } = result;
    const stop = stopLink(ctx.config, report.id);
    const mail = reportMail(
      { ...report, timing: report, period, figures: made.content.figures, campaignName: made.campaign?.name ?? null },
      ctx.config.publicUrl,
      stop,
    );
    await queueMail(work, {
      userId: reader.id,
      to: reader.email,
      subject: mail.subject,
      text: letter(reader.firstName, ...mail.paragraphs),
      inboxText: letter(reader.firstName, ...mail.inboxParagraphs),
      unsubscribeUrl: stop,
      attachment: { name: mail.fileName, contentType: XLSX, content: made.workbook.content },
    });
  });
}

async function makeReport(ctx: Ctx, report: RunningReport, day: string): Promise<Result> {
  const reader = await findReader(ctx.db, report.userId);
  const primary = reader?.primary ?? undefined;
  if (!reader?.isEnabled || !hasPermission(REPORT_PAGES[report.page].access, primary)) return { outcome: 'forbidden' };
  const viewer = { id: reader.id, primary };
  const campaign = report.campaignId === null ? undefined : await findReportCampaign(ctx.db, viewer, report.campaignId);
  if (report.campaignId !== null && !campaign) return { outcome: 'forbidden' };
  if (campaign && isClosed(campaign) && report.frequency !== 'end' && !report.isAlways) return { outcome: 'closed' };
  const period = periodOf(report, day);
  return onReplica(ctx, async (there): Promise<Result> => {
    const content = await readContent(there, campaign, report.page, period);
    if (content.calls === 0 && period && !report.isAlways) return { outcome: 'unchanged' };
    const workbook = await writeWorkbook(there, content);
    return { outcome: 'sent', reader, made: { campaign, content, workbook }, period };
  });
}

async function readContent(
  ctx: Ctx,
  campaign: ReportCampaign | undefined,
  page: RunningReport['page'],
  period: ReportPeriod | undefined,
): Promise<ReportContent> {
  if (campaign) return campaignReport(ctx.db, campaign, period);
  if (!period) throw new Error('only a campaign ends');
  return page === 'monitor' ? monitorReport(ctx.db, period) : globalReport(ctx, period);
}

async function writeWorkbook({ db }: Ctx, { file }: ReportContent): Promise<BufferedFile> {
  const made = await inFormat(db, file, 'xlsx');
  if (!('content' in made)) throw new Error('a workbook is one buffer');
  return made;
}
