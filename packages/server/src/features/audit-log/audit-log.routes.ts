import type { AuditQuery } from '@campanero/contract/audit-log/endpoints';
import { routesOf } from '../../http/mount.ts';
import { onReplica, type SignedCtx, trackContactReads } from '../../work/index.ts';
import { nameRecords } from './name-records.queries.ts';
import { requestChainCheck, viewChainCheck } from './check-chain.ts';
import { auditOrder, createAuditCounter, selectAuditPage, toAuditSearch } from './audit-log.queries.ts';

const count = createAuditCounter();

export const auditLogRoutes = routesOf('auditLog', {
  list: async ({ query }, ctx) => {
    const { shown, ...page } = await onReplica(ctx, (there) => listAudit(there, query));
    await trackContactReads(ctx, shown, 'list');
    return page;
  },
  lastCheck: (_input, ctx) => viewChainCheck(ctx),
  check: async (_input, ctx) => {
    await requestChainCheck(ctx);
    return viewChainCheck(ctx);
  },
});

/** One page of the audit log. For every role; below Coordinador only the user's own records. Leaves no audit record. */
async function listAudit({ db, actor }: SignedCtx, query: AuditQuery) {
  const { pageNumber, pageSize } = query;
  const search = await toAuditSearch(db, query, actor);
  const [rows, totalElementsCount] = await Promise.all([
    selectAuditPage(db, search, { ...auditOrder(query), limit: pageSize, offset: pageNumber * pageSize }),
    count(db, search),
  ]);
  const { records, shown } = await nameRecords(db, actor, rows);
  return { audit: records, shown, totalElementsCount, page: pageNumber, pageSize };
}
