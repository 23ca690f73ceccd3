import { countByGroup, STATE_GROUP_NAMES, STATE_GROUPS } from '@campanero/contract/configuration/state-groups';
import { isExternalRole } from '@campanero/contract/roles';
import { formatDay } from '@campanero/contract/shared/dates';
import type { Span } from '@campanero/contract/shared/span';
import { openStatistics, selectOperatorDays } from '../../call-store/read/index.ts';
import type { Db } from '../../db/index.ts';
import type { Ctx } from '../../work/index.ts';
import { campaignFile, type StatisticsFile } from '../exports/statistics-file.ts';
import { computeStatistics, findStatistics, storedContent } from '../global-statistics/global-statistics.queries.ts';
import { selectWorkers, sum } from '../monitor/monitor.queries.ts';
import type { ReportPeriod } from './report-periods.policy.ts';
import type { ReportCampaign } from './reports.queries.ts';
import type { ReportFigure } from './reports.words.ts';

export interface ReportContent {
  figures: ReportFigure[];
  /** Calls registered in the period. */
  calls: number;
  file: StatisticsFile;
}

export async function campaignReport(db: Db, campaign: ReportCampaign, period?: ReportPeriod): Promise<ReportContent> {
  const statistics = await openStatistics(db, campaign);
  const shown = await statistics.figures(period?.span ?? {});
  const prior = period && (await statistics.figures(period.before));
  const compared = (label: string, name: 'totalCalled' | 'contacted' | 'effective' | 'participate'): ReportFigure => ({
    label,
    count: shown[name],
    ...(prior && { before: prior[name] }),
  });
  return {
    calls: shown.totalCalled,
    figures: [
      compared('Llamados realizados', 'totalCalled'),
      compared('Contactados', 'contacted'),
      compared('Efectivos', 'effective'),
      compared('Participa', 'participate'),
      { label: 'Base total', count: shown.totalCalls },
      { label: 'Pendientes', count: shown.pending },
    ],
    file: await campaignFile(db, campaign, {
      fromdate: period?.span.from.toISOString(),
      todate: period?.span.to.toISOString(),
    }),
  };
}

async function callsIn(db: Db, span: Span) {
  const rows = (await selectOperatorDays(db, { span })).filter(({ n }) => n > 0);
  const having = (action: 'contactability' | 'effectiveness') =>
    sum(rows.filter((row) => row[action]).map(({ n }) => n));
  return {
    rows,
    calls: sum(rows.map(({ n }) => n)),
    contacted: having('contactability'),
    effective: having('effectiveness'),
    operators: new Set(rows.map(({ operatorId }) => operatorId)).size,
  };
}

type Calls = Awaited<ReturnType<typeof callsIn>>;
const compareCalls = (shown: Calls, prior: Calls): ReportFigure[] => [
  { label: 'Llamados', count: shown.calls, before: prior.calls },
  { label: 'Contactados', count: shown.contacted, before: prior.contacted },
  { label: 'Efectivos', count: shown.effective, before: prior.effective },
  { label: 'Operadores que llamaron', count: shown.operators, before: prior.operators },
];

const daysOf = ({ firstDay, lastDay }: ReportPeriod) =>
  [
    ['Desde', formatDay(firstDay)],
    ['Hasta', formatDay(lastDay)],
  ] as const;

/** All operators of both sides, most calls first. */
export async function monitorReport(db: Db, period: ReportPeriod): Promise<ReportContent> {
  const [shown, prior] = [await callsIn(db, period.span), await callsIn(db, period.before)];
  const byOperator = Map.groupBy(shown.rows, ({ operatorId }) => operatorId);
  const workers = await selectWorkers(db, [...byOperator.keys()]);
  const table = {
    header: ['Operador', 'Lado', ...STATE_GROUPS.map((group) => STATE_GROUP_NAMES[group]), 'Total'],
    rows: workers
      .map(({ id, name, primary }) => {
        const own = byOperator.get(id) ?? [];
        const counts = countByGroup(own);
        const side = isExternalRole(primary ?? undefined) ? 'Externo' : 'Interno';
        return { name, side, counts, total: sum(own.map(({ n }) => n)) };
      })
      .toSorted((a, b) => b.total - a.total || a.name.localeCompare(b.name, 'es'))
      .map(({ name, side, counts, total }) => [name, side, ...STATE_GROUPS.map((group) => counts[group]), total]),
  };
  const file = { facts: daysOf(period), sheets: [{ name: 'Por operador', ...table }], table };
  return { calls: shown.calls, figures: compareCalls(shown, prior), file };
}

/** As the page shows them; a new installation has none yet. */
async function readMonths({ db, clock }: Ctx) {
  const stored = await findStatistics(db);
  if (stored) return storedContent.parse(stored.content);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => computeStatistics(trx, clock()));
}

/** The calls of the period, and the months of the page. */
export async function globalReport(ctx: Ctx, period: ReportPeriod): Promise<ReportContent> {
  const [shown, prior] = [await callsIn(ctx.db, period.span), await callsIn(ctx.db, period.before)];
  const content = await readMonths(ctx);
  const running = content.totals.campaigns.general.status.find(({ name }) => name === 'EN CURSO')?.count ?? 0;
  const table = {
    header: [
      'Mes',
      'Campañas internas',
      'Campañas externas',
      'Contactos cargados internos',
      'Contactos cargados externos',
      'Llamados internos',
      'Llamados externos',
      'Contactabilidad %',
      'Efectividad %',
    ],
    rows: content.series.map((month, index) => [
      `${String(month.month).padStart(2, '0')}-${month.year}`,
      month.internalCampaigns,
      month.externalCampaigns,
      month.internalCalls,
      month.externalCalls,
      month.internalOperatorCalls,
      month.externalOperatorCalls,
      content.metrics[index]?.contactability ?? null,
      content.metrics[index]?.effectiveness ?? null,
    ]),
  };
  return {
    calls: shown.calls,
    figures: [...compareCalls(shown, prior), { label: 'Campañas en curso', count: running }],
    file: { facts: daysOf(period), sheets: [{ name: 'Por mes', ...table }], table },
  };
}
