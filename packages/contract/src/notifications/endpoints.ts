import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { longId } from '../shared/paging.ts';
import { clearBody, cleared, notificationList, readOne } from './schemas.ts';

/** The bell. Reading one leaves no audit record. */
export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/notification',
    summary: 'Las notificaciones propias sin leer',
    access: 'staff',
    response: notificationList,
  }),
  read: endpoint({
    method: 'PUT',
    path: '/notification/:id',
    summary: 'Marca como leída una notificación propia',
    access: 'staff',
    params: z.object({ id: longId }),
    response: readOne,
    idempotentBecause: 'a mark of the reader alone',
  }),
  clear: endpoint({
    method: 'PUT',
    path: '/notification',
    summary: 'Marca como leídas las notificaciones propias nombradas y, si se pide, todas las anteriores',
    access: 'staff',
    body: clearBody,
    response: cleared,
    idempotentBecause: 'a mark of the reader alone',
  }),
};
