import { endpoint } from '../endpoint.ts';
import { longIdKey } from '../shared/paging.ts';
import { clearBody, cleared, notificationList, readOne } from './schemas.ts';

export const notifications = {
  list: endpoint('GET', '/notification', 'staff', {
    summary: 'Las notificaciones propias sin leer',
    response: notificationList,
  }),
  read: endpoint('PUT', '/notification/:id', 'staff', {
    summary: 'Marca como leída una notificación propia',
    params: longIdKey,
    response: readOne,
    idempotentBecause: 'a mark of the reader alone',
    audited: false,
  }),
  clear: endpoint('PUT', '/notification', 'staff', {
    summary: 'Marca como leídas las notificaciones propias nombradas y, si se pide, todas las anteriores',
    body: clearBody,
    response: cleared,
    idempotentBecause: 'a mark of the reader alone',
    audited: false,
  }),
};
