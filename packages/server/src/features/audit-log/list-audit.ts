import type { AuditQuery } from '@campanero/contract/audit-log/schemas';
import type { SignedCtx } from '../../work/context.ts';
import { ownerOfVisible } from './audit-log.policy.ts';
import { selectAuditPage, type AuditSearch } from './audit-log.queries.ts';
import { findTextMatch } from './audit-search.queries.ts';
import type { keepAuditCounts } from './keep-audit-counts.ts';

/**
 * One page of the audit, newest first unless asked otherwise (spec 2 and 7, decisions 2 and 3). Anyone with a role; below
 * Coordinador only one's own records, by the query itself. Reads only: looking at the audit leaves no trace in it.
 */
export async function listAudit(
  { db, actor }: SignedCtx,
  query: AuditQuery,
  count: ReturnType<typeof keepAuditCounts>,
) {
  const { pageNumber, pageSize, orderbytitle, orderbytype, general, ...filters } = query;
  const search: AuditSearch = {
    ...filters,
    ownerId: ownerOfVisible(actor),
    text: general ? await findTextMatch(db, general) : undefined,
  };
  const [audit, totalElementsCount] = await Promise.all([
    selectAuditPage(db, search, {
      order: orderbytitle ?? 'id',
      direction: orderbytype ?? (orderbytitle ? 'asc' : 'desc'),
      limit: pageSize,
      offset: pageNumber * pageSize,
    }),
    count(db, search),
  ]);
  return { audit, totalElementsCount, page: pageNumber, pageSize };
}
