import { endpoint } from '../endpoint.ts';
import { erasedKey, erasureBody, erasureView } from './schemas.ts';

/** Erasing a citizen at their request. For whoever answers their requests: Administrador. */
export const erasure = {
  view: endpoint({
    method: 'GET',
    path: '/personal-data/person/:id/erasure',
    summary: 'Qué borraría la supresión de una persona y qué quedaría; y cómo va la que se pidió',
    access: 'personal-data',
    params: erasedKey,
    response: erasureView,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/personal-data/person/:id/erasure',
    summary: 'Borra los datos de una persona por un pedido de supresión',
    access: 'personal-data',
    params: erasedKey,
    body: erasureBody,
    response: erasureView,
    status: 202,
    errors: ['ERASURE_NOT_CONFIRMED', 'REQUEST_UNFIT', 'REQUEST_NOT_IDENTIFIED', 'ERASURE_DONE'],
    audited: true,
  }),
};
