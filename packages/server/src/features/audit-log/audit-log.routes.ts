import { auditLog } from '@campanero/contract/audit-log/endpoints';
import type { FastifyInstance } from 'fastify';
import type { AuditEntry, AuditFieldValue, AuditQuery } from '@campanero/contract/audit-log/schemas';
import { hasPermission } from '@campanero/contract/roles';
import { mount } from '../../http/mount.ts';
import type { SignedCtx } from '../../work/context.ts';
import { keepAuditCounts } from './keep-audit-counts.ts';
import { findTextMatch, selectAuditPage, type AuditRecordRow, type AuditSearch } from './audit-log.queries.ts';

export function auditLogRoutes(app: FastifyInstance): void {
  const count = keepAuditCounts();
  mount(app, 'auditLog', auditLog, {
    list: async ({ query }, ctx) => {
      const page = await listAudit(ctx, query, count);
      return { ...page, audit: page.audit.map(presentAuditRecord) };
    },
  });
}

/** What a record can be about, in the words of the screens. */
const OBJECTS: Record<string, string> = {
  campaign: 'Campaña',
  call: 'Llamado',
  person: 'Persona',
  number: 'Número',
  user: 'Usuario',
  objective: 'Objetivo',
  state: 'Estado',
  substate: 'Subestado',
  action: 'Acción',
  export: 'Exportación',
  statistics: 'Estadísticas',
};
const ACTIONS: Record<string, string> = {
  callback: 'Volver a llamar',
  contactability: 'Contactabilidad',
  effectiveness: 'Efectividad',
};

function objectInWords(type: string, id: string | null): string {
  const word = OBJECTS[type] ?? 'Registro';
  if (id === null) return word;
  return `${word} ${type === 'action' ? (ACTIONS[id] ?? id) : id}`;
}

/** Records are written for good: whatever an old one holds must still be shown. */
function plain(value: unknown): AuditFieldValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.map((item) => String(plain(item) ?? '')).join(', ') : JSON.stringify(value);
}

const fieldsOf = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter((field) => typeof field === 'object' && field !== null) : [];

function presentInfo(info: unknown): AuditEntry['info'] {
  const { entries, modifications } = (info ?? {}) as { entries?: unknown; modifications?: unknown };
  return {
    entries: fieldsOf(entries).map((field) => ({
      label: String(field['label']),
      prevValue: plain(field['prevValue']),
    })),
    modifications: fieldsOf(modifications).map((field) => ({
      label: String(field['label']),
      value: plain(field['value']),
    })),
  };
}

const presentAuditRecord = (row: AuditRecordRow): AuditEntry => ({
  id: row.id,
  // The table's own checks name the same values as the contract.
  action: row.action as AuditEntry['action'],
  subaction: row.subaction as AuditEntry['subaction'],
  info: presentInfo(row.info),
  object: objectInWords(row.objectType, row.objectId),
  createdAt: row.at.toISOString(),
  userName: row.userName,
});

/**
 * One page of the audit, newest first unless asked otherwise (spec 2 and 7, decisions 2 and 3). Anyone with a role; below
 * Coordinador only one's own records, by the query itself. Reads only: looking at the audit leaves no trace in it.
 */
async function listAudit({ db, actor }: SignedCtx, query: AuditQuery, count: ReturnType<typeof keepAuditCounts>) {
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

/** Without `audit.all` one sees one's own records (decisions 3): whose they must be, or undefined for everyone's. */
const ownerOfVisible = (viewer: { id: number; primary: number | undefined }): number | undefined =>
  hasPermission('audit.all', viewer.primary) ? undefined : viewer.id;
