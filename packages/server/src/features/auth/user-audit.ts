import type { AuditRecord } from '../../work/audit.ts';

/** An audit record about a user, or about all of them (null). */
export const userAudit = (
  id: number | null,
  subaction: AuditRecord['subaction'],
  values: Pick<AuditRecord, 'before' | 'after' | 'userId'>,
): AuditRecord => ({ action: 'USUARIO', subaction, object: { type: 'user', id }, ...values });
