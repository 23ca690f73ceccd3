import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../shared/paging.ts';
import { formCapacity, formDetail, formOption, formSearch } from './schemas.ts';
import { rawText } from '../shared/text-schema.ts';

const formKey = z.object({ formId: rawText(100).min(1) });

/** The forms system, through its connector. */
export const forms = {
  search: endpoint({
    method: 'GET',
    path: '/form',
    summary: 'Busca formularios por nombre o id',
    access: 'campaign.create',
    query: formSearch,
    response: z.object({ forms: z.array(formOption) }),
    errors: ['FORMS_UNAVAILABLE'],
  }),
  detail: endpoint({
    method: 'GET',
    path: '/form/:formId',
    summary: 'Un formulario',
    access: 'campaign.create',
    params: formKey,
    response: formDetail,
    errors: ['FORM_UNKNOWN', 'FORMS_UNAVAILABLE'],
  }),
  capacity: endpoint({
    method: 'GET',
    path: '/detail/form/:formId',
    summary: 'Los cupos de un formulario',
    access: 'staff',
    params: formKey,
    response: formCapacity,
    errors: ['FORM_UNKNOWN', 'FORMS_UNAVAILABLE'],
  }),
  campaignCapacity: endpoint({
    method: 'GET',
    path: '/campaign/:id/form',
    summary: 'Los cupos del formulario de una campaña',
    access: 'staff',
    params: z.object({ id }),
    response: formCapacity,
    errors: ['FORM_UNKNOWN', 'FORMS_UNAVAILABLE'],
  }),
};
