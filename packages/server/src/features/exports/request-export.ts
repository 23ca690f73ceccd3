import { randomUUID } from 'node:crypto';
import type { exports } from '@campanero/contract/exports/endpoints';
import { EXPORTS_OPEN_MAX, isExportable, WORKBOOK_CELLS_MAX } from '@campanero/contract/exports/schemas';
import { REQUEST_KINDS, REQUEST_STATES } from '@campanero/contract/personal-data/request-schemas';
import { isOnExternalSide } from '@campanero/contract/roles';
import { formatDateTime } from '@campanero/contract/shared/dates';
import type { SpanQuery } from '@campanero/contract/shared/span';
import { UNKNOWN_WORDS } from '@campanero/contract/surveys/definition';
import { type ResultsFilters, UNKNOWN_OPTION } from '@campanero/contract/surveys/results-schemas';
import { CHANNELS } from '@campanero/contract/surveys/schemas';
import { selectPeople } from '../../call-store/read/index.ts';
import type { Handlers } from '../../http/mount.ts';
import { AppError, type AuditValues, found, type SignedCtx, StaleRead, transact, type Work } from '../../work/index.ts';
import { describeFilters, findAudience } from '../audience/audience.queries.ts';
import { findErasureOf } from '../erasure/erasures.queries.ts';
import { findUserId } from '../lookups/lookups.queries.ts';
import { attachReport, lockRequestFor } from '../personal-data/request-work.queries.ts';
import {
  findMaxRows,
  countOpen,
  findSameOpen,
  insertExport,
  lockRequester,
  type ExportKey,
} from './exports.queries.ts';
import { exportAudit } from './exports.words.ts';
import { openResults } from '../surveys/results-filter.queries.ts';
import type { CountedQuestion } from '../surveys/results-questions.policy.ts';
import { findVisibleSurveyId } from '../surveys/surveys.queries.ts';
import { exportWork } from './make-export.ts';

/** Exports up to this size take seconds and have their own queue. */
const SMALL_ROWS = 20_000;

interface Request extends Pick<ExportKey, 'kind'>, Partial<Omit<ExportKey, 'kind' | 'requestedBy'>> {
  describe?: (work: Work) => Promise<AuditValues>;
  forRequest?: { requestId: number; personId: number };
}

const DEFAULTS = { format: 'csv', campaignId: null, operatorId: null, filters: {} } as const;

/** The same export requested again while open returns that one. */
const requestExport = (ctx: SignedCtx, { describe, forRequest, ...asked }: Request): Promise<{ id: string }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const key: ExportKey = { ...DEFAULTS, ...asked, requestedBy: actor.id };
    const campaign = key.campaignId === null ? undefined : found(await findAudience(trx, actor, key.campaignId, now));
    if (campaign && !isExportable(campaign.status)) throw new AppError('EXPORT_NOT_OFFERED');
    if (forRequest) await lockRequestFor(trx, { ...forRequest, kind: 'ACCESO' });
    await lockRequester(trx, actor.id);
    const open = await findSameOpen(trx, key);
    if (open) return { id: open };
    if ((await countOpen(trx, actor.id)) >= EXPORTS_OPEN_MAX)
      throw new AppError('TOO_MANY_EXPORTS', { retryAfter: 60 });
    const id = randomUUID();
    const lane = (await findMaxRows(trx, key)) <= SMALL_ROWS ? 'small' : 'large';
    const externalReach = isOnExternalSide(actor);
    // Inserted concurrently by another request: retry and find it.
    if (!(await insertExport(trx, { ...key, id, lane, externalReach, createdAt: now }))) throw new StaleRead();
    if (forRequest) await attachReport(trx, forRequest.requestId, id);
    await exportWork.enqueue(work, { id, lane });
    const described = await describe?.(work);
    const facts = { Formato: key.format.toUpperCase(), Pedido: forRequest?.requestId, ...described };
    await audit(exportAudit({ ...key, id, campaignName: campaign?.name }, 'Exportación pedida', facts));
    return { id };
  });

/** A row for each answer repeats who gave it. */
const CELLS_PER_QUESTION = { interviews: 2, answers: 18 };

const spanInWords = ({ fromdate, todate }: SpanQuery): AuditValues => ({
  Desde: fromdate && formatDateTime(fromdate),
  Hasta: todate && formatDateTime(todate),
});

function answerFilterInWords({ questionId, options = '' }: ResultsFilters, questions: readonly CountedQuestion[]) {
  const counted = questions.find(({ question }) => question.id === questionId);
  const nameOf = (option: string) =>
    option === UNKNOWN_OPTION ? UNKNOWN_WORDS : counted?.options.find(({ id }) => id === Number(option))?.text;
  return (
    counted &&
    `${counted.question.text} ${options
      .split(',')
      .map((each) => nameOf(each) || each)
      .join(', ')}`
  );
}

export const exportRequests: Pick<
  Handlers<typeof exports>,
  'audience' | 'calls' | 'answers' | 'statistics' | 'operatorStatistics' | 'audit' | 'personalData' | 'dataRequests'
> = {
  /** The list's query without its page, defaults included, so that equal exports have equal filters. */
  audience({ params, query }, ctx) {
    const { pageNumber: _page, pageSize: _size, later: _later, ...asked } = query;
    const filters = { ...asked, orderbytitle: asked.orderbytitle ?? 'id', orderbytype: asked.orderbytype ?? 'asc' };
    return requestExport(ctx, {
      kind: 'audience',
      campaignId: params.id,
      filters,
      describe: ({ trx }) => describeFilters(trx, params.id, query),
    });
  },
  calls: ({ params }, ctx) => requestExport(ctx, { kind: 'calls', campaignId: params.id }),
  statistics: ({ params, query: { format = 'csv', ...filters } }, ctx) =>
    requestExport(ctx, {
      kind: 'statistics',
      campaignId: params.campaignId,
      format,
      filters,
      describe: async () => spanInWords(filters),
    }),
  /** The filters are checked now, so that the file does not fail later. */
  async answers({ params, query: { format = 'csv', by = 'person', ...filters } }, ctx) {
    const { db, actor } = ctx;
    const surveyId = await findVisibleSurveyId(db, actor, params.id);
    if (surveyId === undefined) throw new AppError('NOT_FOUND');
    if (surveyId === null) throw new AppError('SURVEY_NONE');
    const { questions } = await openResults(db, surveyId, filters);
    const kind = by === 'person' ? 'interviews' : 'answers';
    if (format === 'xlsx') {
      const cells =
        (await findMaxRows(db, { kind, campaignId: params.id })) * CELLS_PER_QUESTION[kind] * questions.length;
      if (cells > WORKBOOK_CELLS_MAX) throw new AppError('WORKBOOK_TOO_LARGE');
    }
    return requestExport(ctx, {
      kind,
      campaignId: params.id,
      format,
      filters,
      describe: async ({ trx }) => ({
        ...spanInWords(filters),
        Canal: filters.channel && CHANNELS[filters.channel],
        ...(await describeFilters(trx, params.id, filters)),
        Respuesta: answerFilterInWords(filters, questions),
      }),
    });
  },
  /** Also for disabled users; an unknown id is NOT_FOUND. */
  async operatorStatistics({ params, query: { format = 'csv', ...filters } }, ctx) {
    const operator = found(await findUserId(ctx.db, params.id));
    return requestExport(ctx, {
      kind: 'operator_statistics',
      operatorId: operator.id,
      format,
      filters,
      describe: async () => ({ ...spanInWords(filters), Campañas: filters.campaigns?.join(', ') }),
    });
  },
  audit({ query }, ctx) {
    const { pageNumber: _page, pageSize: _size, ...filters } = query;
    const { action, subaction, createdAt, onDay, general } = filters;
    return requestExport(ctx, {
      kind: 'audit',
      filters,
      describe: async () => ({
        'Filtro: acción': action,
        'Filtro: subacción': subaction,
        'Filtro: día': onDay ?? createdAt,
        'Filtro: texto': general,
      }),
    });
  },
  /** An unknown person is NOT_FOUND, an erased one ERASURE_DONE. */
  async personalData({ params, query: { requestId } }, ctx) {
    const person = found((await selectPeople(ctx.db, ctx.actor, [params.id]))[0]);
    // Also while the erasure runs: it would remove the file.
    if (person.erasedAt || (await findErasureOf(ctx.db, person.id))) throw new AppError('ERASURE_DONE');
    return requestExport(ctx, {
      kind: 'personal_data',
      format: 'zip',
      filters: { personId: person.id, requestId },
      ...(requestId !== undefined && { forRequest: { requestId, personId: person.id } }),
    });
  },
  dataRequests({ query }, ctx) {
    const { pageNumber: _page, pageSize: _size, general, ...filters } = query;
    return requestExport(ctx, {
      kind: 'data_requests',
      filters: { ...filters, general },
      describe: async () => ({
        'Filtro: tipo': filters.kind && REQUEST_KINDS[filters.kind],
        'Filtro: estado': filters.state && REQUEST_STATES[filters.state],
        'Filtro: los que atiende': filters.mine && 'Sí',
      }),
    });
  },
};
