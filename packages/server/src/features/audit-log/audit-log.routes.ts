import { auditLog } from '@campanero/contract/audit-log/endpoints';
import type { FastifyInstance } from 'fastify';
import type { AuditQuery } from '@campanero/contract/audit-log/schemas';
import { mount } from '../../http/mount.ts';
import { trackContactReads } from '../../work/contact-readings.ts';
import type { SignedCtx } from '../../work/context.ts';
import { onReplica } from '../../work/on-replica.ts';
import { nameRecords } from './name-records.queries.ts';
import { askForCheck, viewChainCheck } from './check-chain.ts';
import { keepAuditCounts } from './keep-audit-counts.ts';
import { auditOrder, selectAuditPage, toAuditSearch } from './audit-log.queries.ts';

export function auditLogRoutes(app: FastifyInstance): void {
  const count = keepAuditCounts();
  mount(app, 'auditLog', auditLog, {
    list: async ({ query }, ctx) => {
      const { shown, ...page } = await onReplica(ctx, (there) => listAudit(there, query, count));
      await trackContactReads(ctx, shown, 'list');
      return page;
    },
    lastCheck: (_input, ctx) => viewChainCheck(ctx),
    check: async (_input, ctx) => {
      await askForCheck(ctx);
      return viewChainCheck(ctx);
    },
  });
}

/**
 * One page of the audit, newest first unless asked otherwise. Anyone with a role; below
 * Coordinador only one's own records, by the query itself. Reads only: looking at the audit leaves no trace in it.
 */
async function listAudit({ db, actor }: SignedCtx, query: AuditQuery, count: ReturnType<typeof keepAuditCounts>) {
  const { pageNumber, pageSize } = query;
  const search = await toAuditSearch(db, query, actor);
  const [rows, totalElementsCount] = await Promise.all([
    selectAuditPage(db, search, {
      ...auditOrder(query),
      limit: pageSize,
      offset: pageNumber * pageSize,
    }),
    count(db, search),
  ]);
  const { records, shown } = await nameRecords(db, actor, rows);
  return { audit: records, shown, totalElementsCount, page: pageNumber, pageSize };
}
