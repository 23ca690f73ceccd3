import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, longIdKey, instant, pageOf, pagingQuery } from '../shared/paging.ts';

/** Newest first, always: a mailbox has one order. */
export const mailQuery = pagingQuery(['id']).extend({ unread: flag.optional() });
export type MailQuery = z.infer<typeof mailQuery>;

const mailRow = z.object({
  id: z.number(),
  subject: z.string(),
  preview: z.string(),
  read: z.boolean(),
  createdAt: instant,
});
export type MailRow = z.infer<typeof mailRow>;

const mailExport = z.object({
  id: z.string(),
  fileName: z.string(),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
  /** When its file is removed. */
  expiresAt: instant,
});
export type MailExport = z.infer<typeof mailExport>;

/** A whole message. Its body is plain text, never HTML. */
export const mailMessage = mailRow.omit({ preview: true }).extend({
  body: z.string(),
  export: mailExport.nullable(),
  /** PUBLIC_URL: addresses in the body that begin with it lead into the web app. */
  site: z.string(),
});
export type MailMessage = z.infer<typeof mailMessage>;

/** The Inbox: the messages that the system sent to the caller. Reading one leaves no audit record. */
export const mail = {
  list: endpoint('GET', '/mail', 'staff', {
    summary: 'Los mensajes propios, los más nuevos primero',
    query: mailQuery,
    /** `unread`: of all own messages, whatever was searched for. */
    response: pageOf('mails', mailRow).extend({ unread: z.number() }),
  }),
  unread: endpoint('GET', '/mail/unread', 'staff', {
    summary: 'Cuántos mensajes propios hay sin leer',
    response: z.object({ unread: z.number() }),
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
    response: z.object({ id: z.number(), read: z.boolean() }),
    idempotentBecause: 'a mark of the reader alone',
    audited: false,
  }),
};
