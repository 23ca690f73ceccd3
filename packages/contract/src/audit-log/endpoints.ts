import { endpoint } from '../endpoint.ts';
import { auditCheck, auditPage, auditQuery } from './schemas.ts';

export const auditLog = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    summary: 'Los registros de auditoría a su alcance, por páginas',
    access: 'staff',
    query: auditQuery,
    response: auditPage,
  }),
  lastCheck: endpoint({
    method: 'GET',
    path: '/audit/check',
    summary: 'La última comprobación de la cadena de auditoría',
    access: 'users',
    response: auditCheck,
  }),
  check: endpoint({
    method: 'POST',
    path: '/audit/check',
    summary: 'Pide comprobar la cadena de auditoría ahora',
    access: 'users',
    response: auditCheck,
    status: 202,
  }),
};
