import { auditLog } from '@campanero/contract/audit-log/endpoints';
import type { FastifyInstance } from 'fastify';
import type { AuditQuery } from '@campanero/contract/audit-log/schemas';
import { mount } from '../../http/mount.ts';
import { type SignedCtx, trackContactReads } from '../../work/index.ts';
import { onReplica } from '../../work/on-replica.ts';
import { nameRecords } from './name-records.queries.ts';
import { requestChainCheck, viewChainCheck } from './check-chain.ts';
import { createAuditCounter } from './audit-counter.ts';
import { auditOrder, selectAuditPage, toAuditSearch } from './audit-log.queries.ts';

export function auditLogRoutes(app: FastifyInstance): void {
  const count = createAuditCounter();
  mount(app, 'auditLog', auditLog, {
    list: async ({ query }, ctx) => {
      const { shown, ...page } = await onReplica(ctx, (there) => listAudit(there, query, count));
      await trackContactReads(ctx, shown, 'list');
      return page;
    },
    lastCheck: (_input, ctx) => viewChainCheck(ctx),
    check: async (_input, ctx) => {
      await requestChainCheck(ctx);
      return viewChainCheck(ctx);
    },
  });
}

/** One page of the audit log. For every role; below Coordinador only the user's own records. Leaves no audit record. */
async function listAudit({ db, actor }: SignedCtx, query: AuditQuery, count: ReturnType<typeof createAuditCounter>) {
  const { pageNumber, pageSize } = query;
  const search = await toAuditSearch(db, query, actor);
  const [rows, totalElementsCount] = await Promise.all([
    selectAuditPage(db, search, { ...auditOrder(query), limit: pageSize, offset: pageNumber * pageSize }),
    count(db, search),
  ]);
  const { records, shown } = await nameRecords(db, actor, rows);
  return { audit: records, shown, totalElementsCount, page: pageNumber, pageSize };
}
