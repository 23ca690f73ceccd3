import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../shared/paging.ts';
import {
  AUDIENCE_FILES,
  TABLE_ERRORS,
  audienceLoad,
  loadAccepted,
  loadOptions,
  pastLoad,
  rejectedReasons,
  sheetChoice,
} from './schemas.ts';
import { rawText } from '../shared/text-schema.ts';

const LOAD_ERRORS = ['CAMPAIGN_PROCESSING', 'CAMPAIGN_FINISHED', 'CAMPAIGN_STATUS'] as const;

export const loads = {
  upload: endpoint('POST', '/campaign/:id/audience', 'audience.load', {
    summary: 'Sube archivos CSV o de Excel (.xlsx) y comienza su carga',
    query: loadOptions,
    multipart: true,
    files: AUDIENCE_FILES,
    body: sheetChoice,
    status: 202,
    response: loadAccepted,
    errors: [...LOAD_ERRORS, ...TABLE_ERRORS],
  }),
  importDashboard: endpoint('POST', '/campaign/:id/orion/audience/:audienceId', 'audience.load', {
    summary: 'Importa una audiencia del dashboard telefónico',
    params: z.object({ id, audienceId: rawText(100).min(1) }),
    query: loadOptions,
    status: 202,
    response: loadAccepted,
    errors: [...LOAD_ERRORS, 'DASHBOARD_AUDIENCE_UNKNOWN', 'DASHBOARD_UNAVAILABLE'],
  }),
  importForm: endpoint('POST', '/campaign/:id/form/audience/:formId', 'audience.load', {
    summary: 'Importa los inscriptos de un formulario',
    params: z.object({ id, formId: rawText(100).min(1) }),
    query: loadOptions,
    status: 202,
    response: loadAccepted,
    errors: [...LOAD_ERRORS, 'FORM_UNKNOWN', 'FORM_EMPTY', 'FORMS_UNAVAILABLE'],
  }),
  last: endpoint('GET', '/campaign/:id/audience/load', 'campaign.detail', {
    summary: 'La última carga y su informe',
    /** Null before the first one. */
    response: audienceLoad.nullable(),
  }),
  list: endpoint('GET', '/campaign/:id/audience/loads', 'campaign.detail', {
    summary: 'De dónde vino la audiencia: las cargas completas, la última primero',
    response: z.array(pastLoad),
  }),
  cancel: endpoint('DELETE', '/campaign/:id/audience/load', 'audience.load', {
    summary: 'Cancela la carga en marcha: no queda nada de ella',
    response: audienceLoad,
    errors: ['LOAD_NOT_RUNNING'],
  }),
  rejected: endpoint('GET', '/campaign/:id/audience/load/rejected', 'audience.load', {
    summary: 'Las filas rechazadas de la última carga, en CSV',
    file: true,
  }),
  reasons: endpoint('GET', '/campaign/:id/audience/load/rejected/reasons', 'audience.load', {
    summary: 'Por qué se rechazaron las filas de la última carga, con las primeras de cada motivo',
    response: rejectedReasons,
  }),
};
