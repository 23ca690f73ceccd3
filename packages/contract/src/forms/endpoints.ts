import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { rawText, text } from '../shared/text-schema.ts';
import { instant } from '../shared/paging.ts';

/** A form as the search offers it. Ids belong to the forms system: text. */
export const formOption = z.object({ id: z.string(), nombre: z.string() });

/** `slots` null means unlimited; `status` is the forms system's own word. */
export const formCapacity = z.object({ slots: z.number().nullable(), enrolled: z.number(), status: z.string() });
export type FormCapacity = z.infer<typeof formCapacity>;

/** `available`: enrolled people that an import could bring. */
export const formDetail = formCapacity.extend({
  id: z.string(),
  name: z.string(),
  available: z.number(),
  createdAt: instant,
  url: z.string().nullable(),
});
export type FormDetail = z.infer<typeof formDetail>;

/** By name, by id or by both; empty text finds nothing. */
export const formSearch = z.object({ name: text(200).optional(), id: text(100).optional() });
export type FormSearch = z.infer<typeof formSearch>;

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
    service: 'campaign.detail',
    summary: 'Los cupos de un formulario',
    params: formKey,
    response: formCapacity,
    errors: ['FORM_UNKNOWN', 'FORMS_UNAVAILABLE'],
  }),
  campaignCapacity: endpoint('GET', '/campaign/:id/form', 'staff', {
    service: 'campaign.detail',
    summary: 'Los cupos del formulario de una campaña',
    response: formCapacity,
    errors: ['FORM_UNKNOWN', 'FORMS_UNAVAILABLE'],
  }),
};
