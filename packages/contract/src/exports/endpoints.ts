import { z } from 'zod';
import { audienceListQuery } from '../audience/list-schemas.ts';
import { auditQuery } from '../audit-log/schemas.ts';
import { endpoint } from '../endpoint.ts';
import { requestQuery } from '../personal-data/request-schemas.ts';
import { id, longId } from '../shared/paging.ts';
import { EXPORT_KINDS } from './kinds.ts';
import { exportAccepted, exportDetail, operatorExportQuery, statisticsExportQuery } from './schemas.ts';

const campaignKey = z.object({ id });
const exportKey = z.object({ id: z.uuid() });

/** Asking begins it, so these GETs have no HEAD. */
const ASKED = { method: 'GET', status: 202, response: exportAccepted, hasEffect: true, audited: true } as const;

/** Files that are made in the background and fetched later. */
export const exports = {
  audience: endpoint({
    ...ASKED,
    path: '/campaign/:id/export/audience',
    summary: 'Pide la audiencia en CSV, con los filtros y el orden de la lista',
    access: EXPORT_KINDS.audience.access,
    params: campaignKey,
    /** The list's own query, so that what is on screen can be asked for; its page is ignored. */
    query: audienceListQuery,
    errors: ['EXPORT_NOT_OFFERED', 'TOO_MANY_EXPORTS'],
  }),
  calls: endpoint({
    ...ASKED,
    path: '/campaign/:id/export/call',
    summary: 'Pide los llamados en CSV, una línea por resultado registrado',
    access: EXPORT_KINDS.calls.access,
    params: campaignKey,
    errors: ['EXPORT_NOT_OFFERED', 'TOO_MANY_EXPORTS'],
  }),
  statistics: endpoint({
    ...ASKED,
    path: '/statistics/:campaignId/export',
    summary: 'Pide las cifras de una campaña, en CSV o XLSX',
    access: EXPORT_KINDS.statistics.access,
    params: z.object({ campaignId: id }),
    query: statisticsExportQuery,
    errors: ['EXPORT_NOT_OFFERED', 'TOO_MANY_EXPORTS'],
  }),
  operatorStatistics: endpoint({
    ...ASKED,
    path: '/statistics/operator/:id/export',
    summary: 'Pide las cifras de un operador, día por día, en CSV o XLSX',
    access: EXPORT_KINDS.operator_statistics.access,
    params: z.object({ id }),
    query: operatorExportQuery,
    errors: ['TOO_MANY_EXPORTS'],
  }),
  audit: endpoint({
    ...ASKED,
    path: '/audit/export',
    summary: 'Pide en CSV los registros de auditoría que cumplen los filtros',
    access: EXPORT_KINDS.audit.access,
    query: auditQuery,
    errors: ['TOO_MANY_EXPORTS'],
  }),
  personalData: endpoint({
    ...ASKED,
    path: '/personal-data/person/:id/export',
    summary: 'Pide el informe de todo lo que se guarda de una persona: un ZIP con la página y el JSON',
    access: EXPORT_KINDS.personal_data.access,
    params: z.object({ id: longId }),
    /** The request of access for which it is made. */
    query: z.object({ requestId: id.optional() }),
    errors: ['TOO_MANY_EXPORTS', 'ERASURE_DONE', 'REQUEST_UNFIT', 'REQUEST_NOT_IDENTIFIED'],
  }),
  dataRequests: endpoint({
    ...ASKED,
    path: '/personal-data/requests/export',
    summary: 'Pide en CSV los pedidos de datos que cumplen los filtros',
    access: EXPORT_KINDS.data_requests.access,
    query: requestQuery,
    errors: ['TOO_MANY_EXPORTS'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/export/:id',
    summary: 'El archivo de una exportación terminada',
    access: 'staff',
    params: exportKey,
    file: true,
    response: z.unknown(),
    errors: ['EXPORT_NOT_READY', 'EXPORT_NOT_MADE', 'EXPORT_EXPIRED'],
    /** Every download is audited. */
    hasEffect: true,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/export/:id/status',
    summary: 'En qué anda una exportación',
    access: 'staff',
    params: exportKey,
    response: exportDetail,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/export/:id',
    summary: 'Cancela una exportación propia que se está haciendo',
    access: 'staff',
    params: exportKey,
    response: exportDetail,
    errors: ['EXPORT_OVER'],
    audited: true,
  }),
};
