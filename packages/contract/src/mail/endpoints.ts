import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, longId } from '../shared/paging.ts';
import { mailMessage, mailPage, mailQuery, mailRead, mailUnread } from './schemas.ts';

/** The Inbox: the messages that the system sent to the caller. Reading one leaves no audit record. */
export const mail = {
  list: endpoint({
    method: 'GET',
    path: '/mail',
    summary: 'Los mensajes propios, los más nuevos primero',
    access: 'staff',
    query: mailQuery,
    response: mailPage,
  }),
  unread: endpoint({
    method: 'GET',
    path: '/mail/unread',
    summary: 'Cuántos mensajes propios hay sin leer',
    access: 'staff',
    response: mailUnread,
  }),
  get: endpoint({
    method: 'GET',
    path: '/mail/:id',
    summary: 'Un mensaje propio',
    access: 'staff',
    params: z.object({ id: longId }),
    response: mailMessage,
    errors: ['NOT_FOUND'],
  }),
  read: endpoint({
    method: 'PUT',
    path: '/mail/:id',
    summary: 'Marca como leído un mensaje propio o, con read=0, como no leído',
    access: 'staff',
    params: z.object({ id: longId }),
    query: z.object({ read: flag.optional() }),
    response: mailRead,
    idempotentBecause: 'a mark of the reader alone',
    errors: ['NOT_FOUND'],
  }),
};
