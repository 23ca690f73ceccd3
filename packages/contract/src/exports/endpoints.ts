import { z } from 'zod';
import { audienceListQuery } from '../audience/list-schemas.ts';
import { auditQuery } from '../audit-log/endpoints.ts';
import { endpoint } from '../endpoint.ts';
import { requestQuery } from '../personal-data/request-schemas.ts';
import { id, longIdKey } from '../shared/paging.ts';
import { EXPORT_KINDS } from './kinds.ts';
import { answersExportQuery, exportDetail, operatorExportQuery, statisticsExportQuery } from './schemas.ts';

const exportKey = z.object({ id: z.uuid() });

/** These GETs start an export, so they have no HEAD. */
const ASKED = { status: 202, response: z.object({ id: z.string() }), hasEffect: true, audited: true } as const;

export const exports = {
  audience: endpoint('GET', '/campaign/:id/export/audience', EXPORT_KINDS.audience.access, {
    ...ASKED,
    summary: 'Pide la audiencia en CSV, con los filtros y el orden de la lista',
    /** The list's own query; its page is ignored. */
    query: audienceListQuery,
    errors: ['EXPORT_NOT_OFFERED', 'TOO_MANY_EXPORTS'],
  }),
  calls: endpoint('GET', '/campaign/:id/export/call', EXPORT_KINDS.calls.access, {
    ...ASKED,
    summary: 'Pide los llamados en CSV, una línea por resultado registrado',
    errors: ['EXPORT_NOT_OFFERED', 'TOO_MANY_EXPORTS'],
  }),
  statistics: endpoint('GET', '/statistics/:campaignId/export', EXPORT_KINDS.statistics.access, {
    ...ASKED,
    summary: 'Pide las cifras de una campaña, en CSV o XLSX',
    params: z.object({ campaignId: id }),
    query: statisticsExportQuery,
    errors: ['EXPORT_NOT_OFFERED', 'TOO_MANY_EXPORTS'],
  }),
  answers: endpoint('GET', '/campaign/:id/export/answers', EXPORT_KINDS.interviews.access, {
    ...ASKED,
    summary: 'Pide las respuestas a un relevamiento, en CSV o XLSX, con los filtros de sus resultados',
    query: answersExportQuery,
    errors: ['EXPORT_NOT_OFFERED', 'TOO_MANY_EXPORTS', 'SURVEY_NONE', 'WORKBOOK_TOO_LARGE'],
  }),
  operatorStatistics: endpoint('GET', '/statistics/operator/:id/export', EXPORT_KINDS.operator_statistics.access, {
    ...ASKED,
    summary: 'Pide las cifras de un operador, día por día, en CSV o XLSX',
    query: operatorExportQuery,
    errors: ['TOO_MANY_EXPORTS'],
  }),
  audit: endpoint('GET', '/audit/export', EXPORT_KINDS.audit.access, {
    ...ASKED,
    summary: 'Pide en CSV los registros de auditoría que cumplen los filtros',
    query: auditQuery,
    errors: ['TOO_MANY_EXPORTS'],
  }),
  personalData: endpoint('GET', '/personal-data/person/:id/export', EXPORT_KINDS.personal_data.access, {
    ...ASKED,
    summary: 'Pide el informe de todo lo que se guarda de una persona: un ZIP con la página y el JSON',
    params: longIdKey,
    /** The request of access for which it is made. */
    query: z.object({ requestId: id.optional() }),
    errors: ['TOO_MANY_EXPORTS', 'ERASURE_DONE', 'REQUEST_UNFIT', 'REQUEST_NOT_IDENTIFIED'],
  }),
  dataRequests: endpoint('GET', '/personal-data/requests/export', EXPORT_KINDS.data_requests.access, {
    ...ASKED,
    summary: 'Pide en CSV los pedidos de datos que cumplen los filtros',
    query: requestQuery,
    errors: ['TOO_MANY_EXPORTS'],
  }),
  download: endpoint('GET', '/export/:id', 'staff', {
    service: 'any',
    summary: 'El archivo de una exportación terminada',
    params: exportKey,
    file: true,
    errors: ['EXPORT_NOT_READY', 'EXPORT_NOT_MADE', 'EXPORT_EXPIRED'],
    hasEffect: true,
  }),
  detail: endpoint('GET', '/export/:id/status', 'staff', {
    service: 'any',
    summary: 'En qué anda una exportación',
    params: exportKey,
    response: exportDetail,
  }),
  cancel: endpoint('DELETE', '/export/:id', 'staff', {
    service: 'any',
    summary: 'Cancela una exportación propia que se está haciendo',
    params: exportKey,
    response: exportDetail,
    errors: ['EXPORT_OVER'],
  }),
};
