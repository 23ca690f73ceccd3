import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../shared/paging.ts';
import { rawText } from '../shared/text-schema.ts';
import { reportBody, reportKey, reportSubscription } from './schemas.ts';

/** The token of the mail's link. */
const stopKey = { params: z.object({ id }), query: z.object({ token: rawText(100).min(1) }) };

/** Reports by mail of a page, to users who may see it: its permission decides besides `staff`. Closed to service accounts: they have no mail. */
export const reports = {
  get: endpoint('GET', '/report', 'staff', {
    summary: 'El informe por correo que usted recibe de una página',
    query: reportKey,
    /** Null: none. */
    response: reportSubscription.nullable(),
  }),
  save: endpoint('PUT', '/report', 'staff', {
    summary: 'Recibir por correo las cifras de una página',
    body: reportBody,
    response: reportSubscription,
    errors: ['REPORT_OVER'],
    idempotentBecause: 'a user sets the own report of a page, all of it',
  }),
  stop: endpoint('DELETE', '/report', 'staff', {
    summary: 'Dejar de recibir el informe de una página',
    query: reportKey,
  }),
  /** Changes nothing: programs that scan mails open every link. */
  stopPage: endpoint('GET', '/report/:id/stop', 'public', {
    summary: 'Página del enlace de un informe, con el botón para dejar de recibirlo',
    ...stopKey,
    file: true,
  }),
  /** Of that page's button, and of mail programs (RFC 8058). Audited if it stops something. */
  stopByLink: endpoint('POST', '/report/:id/stop', 'public', {
    summary: 'Deja de recibir un informe, con el enlace de su correo',
    ...stopKey,
    urlEncoded: true,
    formIgnored: true,
    file: true,
    audited: false,
  }),
};
