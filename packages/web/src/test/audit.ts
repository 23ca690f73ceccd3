import type { AuditEntry } from '@campanero/contract/audit-log/endpoints';

let counter = 90_000;

/** A record of the audit; what a test does not say is something plausible. */
export const anAuditRecord = (parts: Partial<AuditEntry> = {}): AuditEntry => ({
  id: ++counter,
  action: 'CAMPAÑA',
  subaction: 'ACTUALIZAR',
  object: 'Campaña 1287',
  objectName: 'Relevamiento de vecinos',
  userName: 'Mariana Gutiérrez',
  createdAt: '2026-11-13T14:38:04.000Z',
  info: { entries: [{ label: 'Nombre', prevValue: 'A' }], modifications: [{ label: 'Nombre', value: 'B' }] },
  ...parts,
});

export const anAuditPage = (audit: AuditEntry[], totalElementsCount = audit.length, page = 0) => ({
  audit,
  totalElementsCount,
  page,
  pageSize: 10,
});
