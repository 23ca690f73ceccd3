import { auditLog } from '@campanero/contract/audit-log/endpoints';
import type { AuditQuery } from '@campanero/contract/audit-log/schemas';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** One page of the audit. The whole question is the key, so a late answer never replaces a newer one (UX-09). */
export const auditQueryOf = (query: AuditQuery) =>
  queryOptions({
    queryKey: ['audit', 'list', query] as const,
    queryFn: ({ signal }) => call(auditLog.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
