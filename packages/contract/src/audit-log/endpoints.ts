import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, id, instant, pageOf, pagingQuery } from '../shared/paging.ts';

export const AUDIT_ACTIONS = ['CAMPAÑA', 'CONTACTO', 'ETIQUETA', 'NUMERO', 'USUARIO', 'ESTADÍSTICA'] as const;
export const AUDIT_SUBACTIONS = [
  'ACCIÓN',
  'ASIGNAR',
  'CREAR',
  'EXPORTAR',
  'GENERAR',
  'ACTUALIZAR',
  'SEGMENTAR',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
export type AuditSubaction = (typeof AUDIT_SUBACTIONS)[number];
const AUDIT_ORDER = ['id', 'action', 'subaction', 'userName', 'createdAt'] as const;
export type AuditOrder = (typeof AUDIT_ORDER)[number];

/** Actions of sign-in and sign-out records; refused sign-ins have others. */
export const SIGNED_IN = 'Ingreso';
export const SIGNED_OUT = 'Salida';

export const auditFilters = z.object({
  action: z.enum(AUDIT_ACTIONS).optional(),
  subaction: z.enum(AUDIT_SUBACTIONS).optional(),
  userId: id.optional(),
  /** A day of UTC, unlike every other filter; for other clients. */
  createdAt: day.optional(),
  /** A day of the city (UTC-3). */
  onDay: day.optional(),
  /** `0` leaves out successful sign-ins, and sign-outs. */
  signIns: z.enum(['0', '1']).optional(),
});
export type AuditFilters = z.infer<typeof auditFilters>;
export const auditQuery = pagingQuery(AUDIT_ORDER).extend(auditFilters.shape);
export type AuditQuery = z.infer<typeof auditQuery>;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type AuditFieldValue = z.infer<typeof value>;
export const auditRecord = z.object({
  id: z.number(),
  action: z.enum(AUDIT_ACTIONS),
  subaction: z.enum(AUDIT_SUBACTIONS),
  /** The values before and after; a label on one side only was empty on the other. */
  info: z.object({
    entries: z.array(z.object({ label: z.string(), prevValue: value })),
    modifications: z.array(z.object({ label: z.string(), value })),
  }),
  /** What it was about, in words ("Campaña 12"). */
  object: z.string(),
  /** Its current name; null if it has none or the reader may not see it. */
  objectName: z.string().nullable(),
  createdAt: instant,
  /** "Sistema" when there was no signed-in user. */
  userName: z.string(),
});
export type AuditEntry = z.infer<typeof auditRecord>;
export const auditCheck = z.object({
  /** Null: it was never verified. */
  last: z.object({ at: instant, rows: z.number(), findingCount: z.number(), findings: z.array(z.string()) }).nullable(),
  isRunning: z.boolean(),
});
export type AuditCheck = z.infer<typeof auditCheck>;

export const auditLog = {
  list: endpoint('GET', '/audit', 'staff', {
    service: 'audit.all',
    summary: 'Los registros de auditoría a su alcance, por páginas',
    query: auditQuery,
    response: pageOf('audit', auditRecord).extend({ pageSize: z.number() }),
  }),
  lastCheck: endpoint('GET', '/audit/check', 'users', {
    summary: 'La última comprobación de la cadena de auditoría',
    response: auditCheck,
  }),
  check: endpoint('POST', '/audit/check', 'users', {
    summary: 'Pide comprobar la cadena de auditoría ahora',
    response: auditCheck,
    status: 202,
    audited: false,
  }),
};
