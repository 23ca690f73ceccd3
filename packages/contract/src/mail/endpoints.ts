import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, longIdKey } from '../shared/paging.ts';
import { mailMessage, mailPage, mailQuery, mailRead, mailUnread } from './schemas.ts';

/** The Inbox: the messages that the system sent to the caller. Reading one leaves no audit record. */
export const mail = {
  list: endpoint('GET', '/mail', 'staff', {
    summary: 'Los mensajes propios, los más nuevos primero',
    query: mailQuery,
    response: mailPage,
  }),
  unread: endpoint('GET', '/mail/unread', 'staff', {
    summary: 'Cuántos mensajes propios hay sin leer',
    response: mailUnread,
  }),
  get: endpoint('GET', '/mail/:id', 'staff', {
    summary: 'Un mensaje propio',
    params: longIdKey,
    response: mailMessage,
  }),
  read: endpoint('PUT', '/mail/:id', 'staff', {
    summary: 'Marca como leído un mensaje propio o, con read=0, como no leído',
    params: longIdKey,
    query: z.object({ read: flag.optional() }),
    response: mailRead,
    idempotentBecause: 'a mark of the reader alone',
    audited: false,
  }),
};
