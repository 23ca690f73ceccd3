import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { formCapacity, formDetail, formOption, formSearch } from './schemas.ts';
import { rawText } from '../shared/text-schema.ts';

const formKey = z.object({ formId: rawText(100).min(1) });

export const forms = {
  search: endpoint('GET', '/form', 'campaign.create', {
    summary: 'Busca formularios por nombre o id',
    query: formSearch,
    response: z.object({ forms: z.array(formOption) }),
    errors: ['FORMS_UNAVAILABLE'],
  }),
  detail: endpoint('GET', '/form/:formId', 'campaign.create', {
    summary: 'Un formulario',
    params: formKey,
    response: formDetail,
    errors: ['FORM_UNKNOWN', 'FORMS_UNAVAILABLE'],
  }),
  capacity: endpoint('GET', '/detail/form/:formId', 'staff', {
    summary: 'Los cupos de un formulario',
    params: formKey,
    response: formCapacity,
    errors: ['FORM_UNKNOWN', 'FORMS_UNAVAILABLE'],
  }),
  campaignCapacity: endpoint('GET', '/campaign/:id/form', 'staff', {
    summary: 'Los cupos del formulario de una campaña',
    response: formCapacity,
    errors: ['FORM_UNKNOWN', 'FORMS_UNAVAILABLE'],
  }),
};
