import { endpoint } from '../endpoint.ts';
import { auditCheck, auditPage, auditQuery } from './schemas.ts';

export const auditLog = {
  list: endpoint('GET', '/audit', 'staff', {
    summary: 'Los registros de auditoría a su alcance, por páginas',
    query: auditQuery,
    response: auditPage,
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
