import { isClosed } from '@campanero/contract/campaigns/status';
import { REPORT_PAGES, type ReportBody, type ReportPage } from '@campanero/contract/reports/schemas';
import { may } from '@campanero/contract/roles';
import { selectValue, type Db } from '../../db/index.ts';
import { routesOf } from '../../http/mount.ts';
import { asPublicPage } from '../../http/public-page.ts';
import { AppError, type AuditValues, type Ctx, found, type SignedCtx, transact } from '../../work/index.ts';
import { nextDueAt } from './report-periods.policy.ts';
import {
  findReport,
  findReportCampaign,
  lockReport,
  type ReportOf,
  type ReportRow,
  saveReport,
  stopReport,
} from './reports.queries.ts';
import { describeTiming, reportAudit } from './reports.words.ts';
import { confirmPage, isStopToken, stoppedPage } from './stop-link.ts';

export const reportRoutes = routesOf('reports', {
  get: async ({ query }, ctx) => {
    const of = await reportOf(ctx, query.page, query.campaignId ?? null);
    const report = await findReport(ctx.db, of);
    return report ? present(report, ctx.clock()) : null;
  },
  save: ({ body }, ctx) => save(ctx, body),
  stop: async ({ query }, ctx) => {
    const of = { userId: ctx.actor.id, page: query.page, campaignId: query.campaignId ?? null };
    await transact(ctx, async ({ trx, now, audit }) => {
      const report = found(await lockReport(trx, of));
      const stopped = found(await stopReport(trx, report.id, now));
      await audit(reportAudit(stopped.id, 'ACCIÓN'), { after: auditValues(stopped, 'Informe terminado') });
    });
  },
  stopPage: async ({ params, query }, ctx, request, reply) => {
    assertToken(ctx, params.id, query.token);
    return asPublicPage(request, reply).send(confirmPage(await cityOf(ctx.db)));
  },
  stopByLink: async ({ params, query }, ctx, request, reply) => {
    assertToken(ctx, params.id, query.token);
    await transact(ctx, async ({ trx, now, audit }) => {
      const stopped = await stopReport(trx, params.id, now);
      if (!stopped) return;
      const after = auditValues(stopped, 'Informe terminado desde el correo');
      await audit(reportAudit(stopped.id, 'ACCIÓN'), { after, userId: stopped.userId });
    });
    return asPublicPage(request, reply).send(stoppedPage(await cityOf(ctx.db), ctx.config.publicUrl));
  },
});

/** A wrong token answers like a report that does not exist. */
function assertToken({ config }: Ctx, id: number, token: string): void {
  if (!isStopToken(config, id, token)) throw new AppError('NOT_FOUND');
}

const cityOf = async (db: Db) => (await selectValue<string | undefined>(db)`select city from city_profile`) ?? '';

/** The caller's report of a page that the caller may see. */
async function reportOf({ db, actor }: SignedCtx, page: ReportPage, campaignId: number | null): Promise<ReportOf> {
  if (!may(actor, REPORT_PAGES[page].access)) throw new AppError('FORBIDDEN');
  if (campaignId !== null) found(await findReportCampaign(db, actor, campaignId));
  return { userId: actor.id, page, campaignId };
}

async function save(ctx: SignedCtx, body: ReportBody) {
  const of = await reportOf(ctx, body.page, body.campaignId);
  return transact(ctx, async ({ trx, actor, now, audit }) => {
    const campaign = body.campaignId === null ? null : found(await findReportCampaign(trx, actor, body.campaignId));
    if (campaign && isClosed(campaign) && (body.frequency === 'end' || !body.isAlways))
      throw new AppError('REPORT_OVER');
    const before = await lockReport(trx, of);
    await saveReport(trx, actor.id, body, now);
    const report = found(await lockReport(trx, of));
    await audit(reportAudit(report.id, 'ACCIÓN'), {
      ...(before?.stoppedAt === null && { before: auditValues(before) }),
      after: auditValues(report, 'Informe pedido', campaign?.name),
    });
    return present(report, now);
  });
}

const auditValues = (report: ReportRow, action?: string, campaign?: string): AuditValues => ({
  Acción: action,
  Página: REPORT_PAGES[report.page].label,
  Campaña: campaign,
  Cuándo: describeTiming(report),
  'Aunque no haya novedades': report.isAlways,
});

const present = ({ frequency, weekday, hour, isAlways }: ReportRow, now: Date) => ({
  frequency,
  weekday,
  hour,
  isAlways,
  nextAt: nextDueAt({ frequency, weekday, hour }, now),
});
