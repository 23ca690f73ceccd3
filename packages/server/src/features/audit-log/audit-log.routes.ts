import { auditLog } from '@campanero/contract/audit-log/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { presentAuditRecord } from './audit-log.present.ts';
import { keepAuditCounts } from './keep-audit-counts.ts';
import { listAudit } from './list-audit.ts';

export function auditLogRoutes(app: FastifyInstance): void {
  const count = keepAuditCounts();
  mount(app, 'auditLog', auditLog, {
    list: async ({ query }, ctx) => {
      const page = await listAudit(ctx, query, count);
      return { ...page, audit: page.audit.map(presentAuditRecord) };
    },
  });
}
