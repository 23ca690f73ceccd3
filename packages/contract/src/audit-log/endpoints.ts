import { endpoint } from '../endpoint.ts';
import { auditPage, auditQuery } from './schemas.ts';

export const auditLog = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    summary: 'Los registros de auditoría a su alcance, por páginas',
    access: 'staff',
    query: auditQuery,
    response: auditPage,
  }),
};
