import { randomUUID } from 'node:crypto';
import type { exports } from '@campanero/contract/exports/endpoints';
import { EXPORT_KINDS } from '@campanero/contract/exports/kinds';
import { EXPORTS_OPEN_MAX, isExportable } from '@campanero/contract/exports/schemas';
import { REQUEST_KINDS, REQUEST_STATES } from '@campanero/contract/personal-data/request-schemas';
import { isExternalRole } from '@campanero/contract/roles';
import { formatDateTime } from '@campanero/contract/shared/dates';
import type { SpanQuery } from '@campanero/contract/shared/span';
import { selectPeople } from '../../call-store/read/index.ts';
import type { Handlers } from '../../http/mount.ts';
import { AppError } from '../../work/app-error.ts';
import type { AuditValues } from '../../work/audit.ts';
import type { SignedCtx } from '../../work/context.ts';
import { StaleRead, transact, type Work } from '../../work/transact.ts';
import { describeFilters, findAudience } from '../audience/audience.queries.ts';
import { findErasureOf } from '../erasure/erasures.queries.ts';
import { findUserId } from '../lookups/lookups.queries.ts';
import { attachReport, lockRequestFor } from '../personal-data/request-work.queries.ts';
import { boundRows, countOpen, findSameOpen, insertExport, lockRequester, type ExportKey } from './exports.queries.ts';
import { auditedObject } from './exports.words.ts';
import { makeExportJobs } from './make-export.ts';

/** Exports of at most so many rows are made in seconds and stand in a line of their own. */
const SMALL_ROWS = 20_000;

interface Request extends Pick<ExportKey, 'kind'>, Partial<Omit<ExportKey, 'kind' | 'requestedBy'>> {
  /** The filters for the audit record, in words. */
  describe?: (work: Work) => Promise<AuditValues>;
  /** The citizen's request of access for which it is made. */
  forRequest?: { requestId: number; personId: number };
}

/**
 * An export begins: row and job exist exactly if this commits. Whoever may export the kind; campaigns within reach, and only while
 * EN CURSO or FINALIZADA, and so many at a time (EXPORTS_OPEN_MAX). The same one asked for again while it is being made is that one, and leaves nothing. Leaves one
 * audit record EXPORTAR.
 */
const requestExport = (ctx: SignedCtx, { describe, forRequest, ...asked }: Request): Promise<{ id: string }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit, enqueue } = work;
    const key: ExportKey = {
      format: 'csv',
      campaignId: null,
      operatorId: null,
      filters: {},
      ...asked,
      requestedBy: actor.id,
    };
    const campaign = key.campaignId === null ? undefined : await findAudience(trx, actor, key.campaignId, now);
    if (key.campaignId !== null && !campaign) throw new AppError('NOT_FOUND');
    if (campaign && !isExportable(campaign.status)) throw new AppError('EXPORT_NOT_OFFERED');
    if (forRequest) await lockRequestFor(trx, { ...forRequest, kind: 'ACCESO' });
    await lockRequester(trx, actor.id);
    const open = await findSameOpen(trx, key);
    if (open) return { id: open };
    if ((await countOpen(trx, actor.id)) >= EXPORTS_OPEN_MAX)
      throw new AppError('TOO_MANY_EXPORTS', { retryAfter: 60 });
    const id = randomUUID();
    const lane = (await boundRows(trx, key)) <= SMALL_ROWS ? 'small' : 'large';
    const externalReach = isExternalRole(actor.primary);
    // Stored by another request at this very moment: begin again and find it.
    if (!(await insertExport(trx, { ...key, id, lane, externalReach, createdAt: now }))) throw new StaleRead();
    if (forRequest) await attachReport(trx, forRequest.requestId, id);
    await enqueue(makeExportJobs[lane], { exportId: id }, { key: id });
    await audit({
      action: EXPORT_KINDS[key.kind].audit,
      subaction: 'EXPORTAR',
      object: auditedObject({ ...key, id }),
      after: {
        Acción: 'Exportación pedida',
        Exportación: EXPORT_KINDS[key.kind].label,
        Campaña: campaign?.name,
        Formato: key.format.toUpperCase(),
        Pedido: forRequest?.requestId,
        ...(await describe?.(work)),
      },
    });
    return { id };
  });

const spanInWords = ({ fromdate, todate }: SpanQuery): AuditValues => ({
  Desde: fromdate && formatDateTime(fromdate),
  Hasta: todate && formatDateTime(todate),
});

/** How each kind is asked for. */
export const exportRequests: Pick<
  Handlers<typeof exports>,
  'audience' | 'calls' | 'statistics' | 'operatorStatistics' | 'audit' | 'personalData' | 'dataRequests'
> = {
  /** Everything of the list's query but its page, with the defaults written out: one spelling for one question. */
  audience({ params, query }, ctx) {
    const { pageNumber: _page, pageSize: _size, later: _later, ...asked } = query;
    const filters = { ...asked, orderbytitle: asked.orderbytitle ?? 'id', orderbytype: asked.orderbytype ?? 'asc' };
    return requestExport(ctx, {
      kind: 'audience',
      campaignId: params.id,
      filters,
      describe: async ({ trx }) => ({ ...(await describeFilters(trx, query)), Texto: query.general }),
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
  /** Anyone who is or was a user can be asked for, as on the page Individual; an unknown id is NOT_FOUND. */
  async operatorStatistics({ params, query: { format = 'csv', ...filters } }, ctx) {
    const operator = await findUserId(ctx.db, params.id);
    if (!operator) throw new AppError('NOT_FOUND');
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
  /** Of anybody who is there, with calls or without; an unknown person is NOT_FOUND, of an erased one nothing is left to tell. */
  async personalData({ params, query: { requestId } }, ctx) {
    const [person] = await selectPeople(ctx.db, ctx.actor, { ids: [params.id] });
    if (!person) throw new AppError('NOT_FOUND');
    // Also while it is under way: the file would have to go again.
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
